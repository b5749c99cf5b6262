@NullMarked
package dev.waybill.tracing;

import org.jspecify.annotations.NullMarked;
