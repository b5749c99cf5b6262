package dev.waybill.tracing;

import dev.waybill.Job;
import dev.waybill.Payload;
import dev.waybill.TaskToken;
import dev.waybill.worker.StopReason;
import dev.waybill.worker.Task;
import io.opentelemetry.api.trace.SpanContext;
import java.util.Optional;

/// A task that reports the trace context of its attempt.
record TracedTask(Task task, SpanContext span) implements Task {

  @Override
  public Job job() {
    return task.job();
  }

  @Override
  public Optional<String> traceparent() {
    return Traceparent.of(span).or(task::traceparent);
  }

  @Override
  public boolean isCancelled() {
    return task.isCancelled();
  }

  @Override
  public Optional<StopReason> stopReason() {
    return task.stopReason();
  }

  @Override
  public TaskToken token() {
    return task.token();
  }

  @Override
  public boolean mayBeHeld() {
    return task.mayBeHeld();
  }

  @Override
  public void throwIfCancelled() {
    task.throwIfCancelled();
  }

  @Override
  public void publish(String type, Payload data) {
    task.publish(type, data);
  }
}
