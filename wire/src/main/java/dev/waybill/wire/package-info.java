/// JSON documents, one file each. Each is declared once by its fields; reading is strict.
@NullMarked
package dev.waybill.wire;

import org.jspecify.annotations.NullMarked;
