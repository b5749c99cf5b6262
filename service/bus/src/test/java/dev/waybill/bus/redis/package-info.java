@NullMarked
package dev.waybill.bus.redis;

import org.jspecify.annotations.NullMarked;
