@NullMarked
package dev.waybill.wire.json;

import org.jspecify.annotations.NullMarked;
