@NullMarked
package dev.waybill.events.jsonschema;

import org.jspecify.annotations.NullMarked;
