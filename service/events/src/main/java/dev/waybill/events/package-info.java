/// Topics and subscriptions: one event becomes a job in every queue that asked for it.
@NullMarked
package dev.waybill.events;

import org.jspecify.annotations.NullMarked;
