/// Notifications: a small port, and two ways out of it, ntfy and signed webhooks.
@NullMarked
package dev.waybill.messages.notify;

import org.jspecify.annotations.NullMarked;
