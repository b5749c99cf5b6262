package dev.waybill.settings;

import dev.waybill.Code;
import dev.waybill.RetryPolicy;
import dev.waybill.WaybillException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// The settings of one queue. The server's default applies to every part that is null.
///
/// @param defaultLeaseDuration the lease duration if the worker sets none
/// @param defaultRetry the retry policy of jobs without one; read when an attempt ends, so it also
///     applies to jobs that are already waiting
/// @param defaultTimeout the timeout of attempts, for jobs without one that are enqueued from now
///     on
/// @param maxWaiting the maximum number of waiting and scheduled jobs; further jobs are refused
///     with [Code#STORE_FULL]. 0 refuses all jobs
/// @param waitingTtl how long a job may wait for a worker, counted from the time at which it could
///     start; then it ends as [State#FAILED] with the error `expired`
public record QueueSettings(
    @Nullable Duration defaultLeaseDuration,
    @Nullable RetryPolicy defaultRetry,
    @Nullable Duration defaultTimeout,
    @Nullable Integer maxWaiting,
    @Nullable Duration waitingTtl) {

  /// No settings.
  public static final QueueSettings NONE = new QueueSettings(null, null, null, null, null);

  public QueueSettings {
    between(
        "default lease duration",
        defaultLeaseDuration,
        Limits.MIN_LEASE_DURATION,
        Limits.MAX_LEASE_DURATION);
    between("waiting ttl", waitingTtl, Limits.MIN_WAITING_TTL, Limits.MAX_DELAY);
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

  public QueueSettings(
      @Nullable Duration defaultLeaseDuration,
      @Nullable RetryPolicy defaultRetry,
      @Nullable Duration defaultTimeout,
      @Nullable Integer maxWaiting) {
    this(defaultLeaseDuration, defaultRetry, defaultTimeout, maxWaiting, null);
  }

  public QueueSettings withDefaultLeaseDuration(@Nullable Duration lease) {
    return new QueueSettings(lease, defaultRetry, defaultTimeout, maxWaiting, waitingTtl);
  }

  public QueueSettings withDefaultRetry(@Nullable RetryPolicy policy) {
    return new QueueSettings(defaultLeaseDuration, policy, defaultTimeout, maxWaiting, waitingTtl);
  }

  public QueueSettings withDefaultTimeout(@Nullable Duration limit) {
    return new QueueSettings(defaultLeaseDuration, defaultRetry, limit, maxWaiting, waitingTtl);
  }

  public QueueSettings withMaxWaiting(@Nullable Integer jobs) {
    return new QueueSettings(defaultLeaseDuration, defaultRetry, defaultTimeout, jobs, waitingTtl);
  }

  public QueueSettings withWaitingTtl(@Nullable Duration longest) {
    return new QueueSettings(
        defaultLeaseDuration, defaultRetry, defaultTimeout, maxWaiting, longest);
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
