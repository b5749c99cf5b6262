/// Topics and subscriptions: one event becomes a job in the queue of every matching subscription.
@NullMarked
package dev.waybill.events;

import org.jspecify.annotations.NullMarked;
