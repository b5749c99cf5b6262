/// Reads and writes JSON: fields that are declared once give reader, writer and schema.
@NullMarked
package dev.waybill.wire.json;

import org.jspecify.annotations.NullMarked;
