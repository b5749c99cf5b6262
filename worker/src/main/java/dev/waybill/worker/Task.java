package dev.waybill.worker;

import dev.waybill.Job;
import dev.waybill.Payload;
import dev.waybill.TaskToken;
import java.util.Optional;

/// One attempt of one job, as its handler sees it.
public interface Task {

  Job job();

  /// The number of this attempt; grows with every lease of the job.
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

  /// The W3C trace context to work in: that of whoever made the job, or of this attempt where
  /// attempts are traced.
  default Optional<String> traceparent() {
    return Optional.ofNullable(job().request().traceContext());
  }

  /// Whether the handler should stop: someone cancelled the job, the lease was lost, the timeout
  /// is over, or the worker stops.
  boolean isCancelled();

  /// Why the handler should stop; empty while it should not. The first reason stays, unless the
  /// attempt ends later on without the handler: then it is that.
  Optional<StopReason> stopReason();

  /// The right to this attempt, for a handler that publishes events on its own.
  TaskToken token();

  /// Whether the lease may still be valid, as far as this worker knows. False if the source did not
  /// answer for the whole lease duration: the job may run elsewhere by now. That is final: a later
  /// outcome of the handler is not sent, and the attempt counts as a crash.
  boolean mayBeHeld();

  /// Leaves the handler where it should stop.
  ///
  /// @throws java.util.concurrent.CancellationException where it should
  void throwIfCancelled();

  /// Stores an event of this attempt; answers after it is durable. Sequences count up from 0.
  ///
  /// @throws dev.waybill.WaybillException where the lease was lost or the event is refused
  void publish(String type, Payload data);

  default void publish(String type, String data) {
    publish(type, Payload.of(data));
  }
}
