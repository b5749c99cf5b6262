/// JSON Schema: reads schemas, checks values against them, and compares two schemas by what they
/// accept. Knows nothing of events, types and versions.
@NullMarked
package dev.waybill.events.jsonschema;

import org.jspecify.annotations.NullMarked;
