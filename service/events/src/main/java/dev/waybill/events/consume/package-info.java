/// Consuming events: what arrives in a queue is opened, brought to the version that the program is
/// written for, checked, and handed to it.
@NullMarked
package dev.waybill.events.consume;

import org.jspecify.annotations.NullMarked;
