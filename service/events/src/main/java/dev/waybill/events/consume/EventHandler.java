package dev.waybill.events.consume;

import dev.waybill.Outcome;

/// What a program does with an event. A throw is a retry by the policy of the job, as in any
/// handler.
@FunctionalInterface
public interface EventHandler {

  Outcome handle(ReceivedEvent event) throws Exception;
}
