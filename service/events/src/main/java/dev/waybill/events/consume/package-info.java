/// Consuming events: an event from a queue is unwrapped, upcast, checked and passed to the program.
@NullMarked
package dev.waybill.events.consume;

import org.jspecify.annotations.NullMarked;
