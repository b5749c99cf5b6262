package dev.waybill.events.consume;

import dev.waybill.Outcome;

/// Handles an event. An exception is a retry by the policy of the job, as in any handler.
@FunctionalInterface
public interface EventHandler {

  Outcome handle(ReceivedEvent event) throws Exception;
}
