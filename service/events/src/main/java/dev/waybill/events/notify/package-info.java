/// Notifications: a small port, and two ways out of it, ntfy and signed webhooks.
@NullMarked
package dev.waybill.events.notify;

import org.jspecify.annotations.NullMarked;
