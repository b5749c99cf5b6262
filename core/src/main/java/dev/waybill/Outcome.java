package dev.waybill;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// How an attempt ended, as its worker tells it.
public sealed interface Outcome {

  /// The work is done.
  record Done(Payload result) implements Outcome {}

  /// It did not work this time; try again by the policy, or after `delay` where one is given.
  record Retry(Failure failure, @Nullable Duration delay) implements Outcome {}

  /// Not yet: come back after `delay`. Counts neither as an error nor as a crash.
  record Snooze(Duration delay) implements Outcome {}

  /// It can never work; do not try again. A redrive passes over it.
  record Fail(Failure failure) implements Outcome {}

  /// It cannot be handled as it is: it is a dead letter at once, however many errors the policy
  /// allows. An operator can mend what is wrong and redrive it. Counts as an error.
  record Reject(Failure failure) implements Outcome {}

  /// The worker stops and gives the job back untouched, to the front of its lane. Counts as
  /// nothing.
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
