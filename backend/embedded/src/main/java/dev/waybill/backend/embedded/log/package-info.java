/// The log: frames in segments, written by one thread and made durable together.
@NullMarked
package dev.waybill.backend.embedded.log;

import org.jspecify.annotations.NullMarked;
