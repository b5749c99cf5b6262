package dev.waybill;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// What is set for one queue. A part that is null is not set: then the server's default holds.
///
/// @param defaultHold how long a lease of this queue lasts where the worker does not say
/// @param defaultRetry the policy of jobs in this queue that name none; decided when an attempt
///     ends, so it holds for jobs that wait already, too
/// @param defaultTimeout how long one attempt may run, for jobs that come in from now on and do
///     not say
/// @param maxWaiting how many jobs may wait in the queue, for a worker or for their time, before
///     new ones are refused with [Code#STORE_FULL]; 0 takes none
public record QueueSettings(
    @Nullable Duration defaultHold,
    @Nullable RetryPolicy defaultRetry,
    @Nullable Duration defaultTimeout,
    @Nullable Integer maxWaiting) {

  /// Nothing is set.
  public static final QueueSettings NONE = new QueueSettings(null, null, null, null);

  public QueueSettings {
    between("default hold", defaultHold, Limits.MIN_HOLD, Limits.MAX_HOLD);
    between("default timeout", defaultTimeout, Limits.MIN_TIMEOUT, Limits.MAX_TIMEOUT);
    between(
        "first delay",
        defaultRetry == null ? null : defaultRetry.firstDelay(),
        Duration.ZERO,
        Limits.MAX_DELAY);
    check(
        maxWaiting == null || (maxWaiting >= 0 && maxWaiting <= Limits.MAX_WAITING),
        "max waiting must be 0 to " + Limits.MAX_WAITING + "; it is " + maxWaiting);
  }

  public QueueSettings withDefaultHold(@Nullable Duration lease) {
    return new QueueSettings(lease, defaultRetry, defaultTimeout, maxWaiting);
  }

  public QueueSettings withDefaultRetry(@Nullable RetryPolicy policy) {
    return new QueueSettings(defaultHold, policy, defaultTimeout, maxWaiting);
  }

  public QueueSettings withDefaultTimeout(@Nullable Duration limit) {
    return new QueueSettings(defaultHold, defaultRetry, limit, maxWaiting);
  }

  public QueueSettings withMaxWaiting(@Nullable Integer jobs) {
    return new QueueSettings(defaultHold, defaultRetry, defaultTimeout, jobs);
  }

  private static void between(
      String what, @Nullable Duration value, Duration least, Duration most) {
    check(
        value == null || (value.compareTo(least) >= 0 && value.compareTo(most) <= 0),
        what + " must be " + least + " to " + most + "; it is " + value);
  }

  private static void check(boolean holds, String otherwise) {
    if (!holds) {
      throw new WaybillException(Code.INVALID_ARGUMENT, otherwise);
    }
  }
}
