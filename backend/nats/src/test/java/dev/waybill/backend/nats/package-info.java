@NullMarked
package dev.waybill.backend.nats;

import org.jspecify.annotations.NullMarked;
