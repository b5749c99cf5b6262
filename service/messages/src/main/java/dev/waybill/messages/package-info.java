/// Messages: creation, records, and the processor that sends their notifications.
@NullMarked
package dev.waybill.messages;

import org.jspecify.annotations.NullMarked;
