package dev.waybill.record;

import dev.waybill.Attempt;
import dev.waybill.Failure;
import dev.waybill.settings.Limits;
import dev.waybill.spi.Step;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// The history of a job's attempts, oldest first. It is limited in number and in size, so that the
/// record of a job fits into one message or item of a store.
final class AttemptHistory {

  /// Maximum number of characters in the failures of all attempts.
  private static final int MAX_CHARS = 128 * 1024;

  private static final int BRIEF_MESSAGE = 256;

  private AttemptHistory() {}

  static List<Attempt> started(List<Attempt> before, int number, String worker, Instant now) {
    List<Attempt> attempts = new ArrayList<>(before);
    attempts.add(new Attempt(number, worker, now, null, null, null));
    if (attempts.size() > Limits.ATTEMPTS_KEPT) {
      attempts.removeFirst();
    }
    return attempts;
  }

  /// Returns the attempts unchanged if the step ends no attempt.
  static List<Attempt> ended(List<Attempt> before, Step step, Instant now) {
    Attempt.Ending ending = step.ending();
    if (ending == null) {
      return before;
    }
    List<Attempt> attempts = new ArrayList<>(before);
    attempts.add(attempts.removeLast().ended(now, ending, step.failure()));
    shorten(attempts);
    return attempts;
  }

  /// Drops the stack traces of the oldest failures if all of them together are too long.
  private static void shorten(List<Attempt> attempts) {
    int room = MAX_CHARS;
    for (int i = attempts.size() - 1; i >= 0; i--) {
      Failure failure = attempts.get(i).failure();
      if (failure != null) {
        room -= failure.message().length() + failure.stack().length();
        if (room < 0) {
          attempts.set(i, attempts.get(i).withFailure(brief(failure)));
        }
      }
    }
  }

  private static Failure brief(Failure failure) {
    String message = failure.message();
    int length = Math.min(message.length(), BRIEF_MESSAGE);
    return Failure.of(failure.errorClass(), message.substring(0, length));
  }
}
