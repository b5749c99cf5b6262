package dev.waybill;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/// A change that an operator can make to a job, or to all jobs that match.
public enum JobAction {
  /// Cancels a waiting job; asks the worker of a running job to stop it.
  CANCEL,
  /// Runs a finished job again, or runs a scheduled job now.
  RETRY,
  /// Runs a dead job again, with its counts reset and its history kept.
  REDRIVE;

  /// The states in which a job allows this action.
  public Set<State> states() {
    return switch (this) {
      case CANCEL -> EnumSet.of(State.SCHEDULED, State.QUEUED, State.RUNNING);
      case RETRY -> EnumSet.complementOf(EnumSet.of(State.QUEUED, State.RUNNING));
      case REDRIVE -> EnumSet.of(State.DEAD);
    };
  }

  /// Restricts a filter to jobs in a state that allows this action.
  public JobFilter among(JobFilter filter) {
    Set<State> able = states();
    able.retainAll(filter.states());
    return filter.withStates(able);
  }

  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }
}
