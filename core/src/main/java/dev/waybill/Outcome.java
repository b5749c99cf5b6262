package dev.waybill;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// How an attempt ended, as reported by its worker.
public sealed interface Outcome {

  /// The attempt succeeded.
  record Done(Payload result) implements Outcome {}

  /// The attempt failed; retry it by the policy, or after `delay` if it is set.
  record Retry(Failure failure, @Nullable Duration delay) implements Outcome {}

  /// The job is not ready to run: try again after `delay`. Counts neither as an error nor as a
  /// crash.
  record Snooze(Duration delay) implements Outcome {}

  /// The job cannot succeed; do not retry it. Redriving skips it.
  record Fail(Failure failure) implements Outcome {}

  /// The job cannot be handled as it is: it becomes a dead letter at once, however many errors the
  /// policy allows. An operator can correct the cause and redrive it. Counts as an error.
  record Reject(Failure failure) implements Outcome {}

  /// The worker stops and returns the job unchanged to its earlier position in its lane. Counts
  /// neither as an error nor as a crash.
  record Release() implements Outcome {}

  static Outcome done() {
    return new Done(Payload.empty());
  }

  static Outcome done(String result) {
    return new Done(Payload.of(result));
  }

  static Outcome retry(String why) {
    return new Retry(Failure.of("retry", why), null);
  }

  static Outcome retry(String why, Duration delay) {
    return new Retry(Failure.of("retry", why), delay);
  }

  static Outcome snooze(Duration delay) {
    return new Snooze(delay);
  }

  static Outcome fail(String why) {
    return new Fail(Failure.of("fail", why));
  }

  static Outcome reject(String why) {
    return new Reject(Failure.of("reject", why));
  }
}
