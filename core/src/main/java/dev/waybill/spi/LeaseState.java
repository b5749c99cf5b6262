package dev.waybill.spi;

/// The state of the lease of a running job, by the clock of the store.
public enum LeaseState {
  HELD,

  /// It expired before the timeout of the job, which has not passed.
  LAPSED,

  /// It expired before the timeout of the job, which has passed since.
  ABANDONED,

  /// It lasted until the timeout of the job, which has passed.
  TIMED_OUT;

  /// A time that never comes, in milliseconds.
  public static final long NEVER = Long.MAX_VALUE;

  /// All times are milliseconds since 1970.
  ///
  /// @param until the end of the lease
  /// @param timesOutAt the end of the attempt by the timeout of the job, or [#NEVER]
  public static LeaseState at(long now, long until, long timesOutAt) {
    if (until > now) {
      return HELD;
    }
    if (timesOutAt > now) {
      return LAPSED;
    }
    return until < timesOutAt ? ABANDONED : TIMED_OUT;
  }

  /// Whether the attempt has run for as long as the timeout of the job allows.
  public boolean isPastTimeout() {
    return switch (this) {
      case HELD, LAPSED -> false;
      case ABANDONED, TIMED_OUT -> true;
    };
  }
}
