package dev.waybill.messages.send;

import dev.waybill.Job;
import dev.waybill.JobId;
import dev.waybill.NewJob;
import dev.waybill.Payload;
import dev.waybill.State;
import dev.waybill.TaskToken;
import dev.waybill.conformance.ManualClock;
import dev.waybill.worker.StopReason;
import dev.waybill.worker.Task;
import java.util.Optional;

/// A task without a worker: one lease of a job.
record TestTask(NewJob request, int attempt, int errors) implements Task {

  @Override
  public Job job() {
    return new Job(
        JobId.parse("01890000-0000-7000-8000-000000000001"),
        "default",
        ManualClock.START,
        request,
        Job.Progress.builder()
            .state(State.RUNNING)
            .attempt(attempt)
            .errors(errors)
            .runAt(ManualClock.START)
            .updatedAt(ManualClock.START)
            .build());
  }

  @Override
  public boolean isCancelled() {
    return false;
  }

  @Override
  public Optional<StopReason> stopReason() {
    return Optional.empty();
  }

  @Override
  public TaskToken token() {
    return new TaskToken("token");
  }

  @Override
  public boolean mayBeHeld() {
    return true;
  }

  @Override
  public void throwIfCancelled() {}

  @Override
  public void publish(String type, Payload data) {}
}
