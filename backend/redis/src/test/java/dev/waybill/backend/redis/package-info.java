@NullMarked
package dev.waybill.backend.redis;

import org.jspecify.annotations.NullMarked;
