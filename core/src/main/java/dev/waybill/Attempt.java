package dev.waybill;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// One lease of a job, kept in the job's history.
///
/// @param endedAt null while it runs
/// @param ending null while it runs
public record Attempt(
    int number,
    String worker,
    Instant startedAt,
    @Nullable Instant endedAt,
    @Nullable Ending ending,
    @Nullable Failure failure) {

  public Attempt ended(Instant now, Ending how, @Nullable Failure why) {
    return new Attempt(number, worker, startedAt, now, how, why);
  }

  public Attempt withFailure(@Nullable Failure other) {
    return new Attempt(number, worker, startedAt, endedAt, ending, other);
  }

  /// How a lease ended.
  public enum Ending {
    COMPLETED,
    /// An error after which the retry policy allows another attempt.
    ERROR,
    /// A permanent error, which ends the job.
    FAILED,
    SNOOZED,
    RELEASED,
    CANCELLED,
    /// The lease expired: the worker crashed or stopped responding.
    CRASHED
  }
}
