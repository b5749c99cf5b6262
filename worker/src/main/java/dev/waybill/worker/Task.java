package dev.waybill.worker;

import dev.waybill.Job;
import dev.waybill.Payload;
import dev.waybill.TaskToken;
import java.util.Optional;

/// One attempt of a job, as its handler sees it.
public interface Task {

  Job job();

  /// The number of this attempt. It increases with every lease of the job.
  default int attempt() {
    return job().attempt();
  }

  default Payload payload() {
    return job().payload();
  }

  /// The payload as text.
  default String text() {
    return payload().text();
  }

  /// The W3C trace context to run in: that of the attempt if attempts are traced, otherwise that of
  /// the producer.
  default Optional<String> traceparent() {
    return Optional.ofNullable(job().request().traceContext());
  }

  /// True if the handler should stop: the job was cancelled, the lease was lost, the timeout
  /// expired, or the worker is stopping.
  boolean isCancelled();

  /// Why the handler should stop; empty while it should continue. The first reason is kept, unless
  /// the attempt is ended later without the handler; then that reason replaces it.
  Optional<StopReason> stopReason();

  /// The task token, for a handler that publishes events by itself.
  TaskToken token();

  /// True if the lease may still be valid, as far as this worker knows. False if the source did not
  /// answer for the whole lease duration: the job may be running elsewhere. This is final: a later
  /// outcome of the handler is not sent, and the attempt counts as a crash.
  boolean mayBeHeld();

  /// Throws if the handler should stop.
  ///
  /// @throws java.util.concurrent.CancellationException if the handler should stop
  void throwIfCancelled();

  /// Publishes an event of this attempt; returns when it is durable. Sequences start at 0.
  ///
  /// @throws dev.waybill.WaybillException if the lease was lost or the event is rejected
  void publish(String type, Payload data);

  default void publish(String type, String data) {
    publish(type, Payload.of(data));
  }
}
