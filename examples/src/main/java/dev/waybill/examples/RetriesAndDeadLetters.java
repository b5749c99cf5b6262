package dev.waybill.examples;

import dev.waybill.Attempt;
import dev.waybill.EventCursor;
import dev.waybill.Job;
import dev.waybill.JobId;
import dev.waybill.NewJob;
import dev.waybill.Outcome;
import dev.waybill.RetryPolicy;
import dev.waybill.State;
import dev.waybill.Waybill;
import dev.waybill.worker.Worker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/// A job fails until it is a dead letter; when the cause is fixed, it is redriven and succeeds.
public final class RetriesAndDeadLetters {

  private RetriesAndDeadLetters() {}

  record Result(State before, State after, List<Attempt> attempts) {}

  public static void main(String[] arguments) {
    Result result = run(Path.of("waybill-data"));
    System.out.println("first " + result.before() + ", after the redrive " + result.after());
    result
        .attempts()
        .forEach(attempt -> System.out.println(attempt.number() + ": " + attempt.ending()));
  }

  static Result run(Path folder) {
    AtomicBoolean mailServerIsUp = new AtomicBoolean();
    try (Waybill waybill = Waybill.open(folder);
        Worker _ =
            Worker.builder(waybill).handle("mail", _ -> send(mailServerIsUp.get())).start()) {
      JobId id = waybill.enqueue(mail()).id();
      State before = end(waybill, id).state();

      mailServerIsUp.set(true);
      waybill.redrive(id);
      State after = end(waybill, id).state();
      return new Result(before, after, waybill.attempts(id));
    }
  }

  /// Two attempts, 100 ms apart.
  private static NewJob mail() {
    Duration wait = Duration.ofMillis(100);
    RetryPolicy policy = RetryPolicy.DEFAULT.withMaxErrors(2).withDelays(wait, 1, wait);
    return NewJob.builder("mail").payload("to: ada@example.org").retry(policy).build();
  }

  /// The exception is stored with the attempt, and the job is retried by its policy.
  private static Outcome send(boolean serverIsUp) {
    if (!serverIsUp) {
      throw new IllegalStateException("the mail server does not answer");
    }
    return Outcome.done();
  }

  /// Follows the job until it has finished.
  private static Job end(Waybill waybill, JobId id) {
    waybill.follow(id, EventCursor.START).forEach(_ -> {});
    return waybill.find(id).orElseThrow();
  }
}
