/// Checks of the formats of JSON Schema draft 2020-12.
@NullMarked
package dev.waybill.events.format;

import org.jspecify.annotations.NullMarked;
