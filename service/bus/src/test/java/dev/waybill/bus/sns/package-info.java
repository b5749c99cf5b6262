@NullMarked
package dev.waybill.bus.sns;

import org.jspecify.annotations.NullMarked;
