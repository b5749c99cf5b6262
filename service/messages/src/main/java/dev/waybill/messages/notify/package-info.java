/// Notifications: a small port with two implementations, ntfy and signed webhooks.
@NullMarked
package dev.waybill.messages.notify;

import org.jspecify.annotations.NullMarked;
