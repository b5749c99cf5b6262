/// The formats of JSON Schema draft 2020-12: whether a text is of one.
@NullMarked
package dev.waybill.events.format;

import org.jspecify.annotations.NullMarked;
