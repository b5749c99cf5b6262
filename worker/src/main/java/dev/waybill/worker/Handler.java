package dev.waybill.worker;

import dev.waybill.Outcome;

/// Handles jobs of one type. Each call runs on its own virtual thread.
///
/// If the handler throws, the job is retried by its retry policy. The thread is interrupted when
/// the job is cancelled, its lease is lost, its timeout expires, or the worker stops.
@FunctionalInterface
public interface Handler {

  Outcome handle(Task task) throws Exception;
}
