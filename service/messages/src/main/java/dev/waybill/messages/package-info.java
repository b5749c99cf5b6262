/// The message service: its settings, messages on topics, and the alarm for dead letters.
@NullMarked
package dev.waybill.messages;

import org.jspecify.annotations.NullMarked;
