/// JSON Schema: parses schemas, validates values, and compares what two schemas accept. Independent
/// of events, types and versions.
@NullMarked
package dev.waybill.events.jsonschema;

import org.jspecify.annotations.NullMarked;
