package dev.waybill.worker;

import dev.waybill.Outcome;

/// What is to be done for jobs of one type. Runs on a virtual thread of its own.
///
/// A throw is a retry by the policy of the job. The thread is interrupted when the job was
/// cancelled, its lease was lost, its timeout is over, or the worker stops.
@FunctionalInterface
public interface Handler {

  Outcome handle(Task task) throws Exception;
}
