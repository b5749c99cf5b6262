package dev.waybill;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/// What an operator can do to a job, or to all jobs that match.
public enum JobAction {
  /// Ends a job that waits; asks the worker of a running one to stop it.
  CANCEL,
  /// Runs a job again that has ended, or at once one that is scheduled.
  RETRY,
  /// Runs a dead job again, with fresh counts and its history kept.
  REDRIVE;

  /// The states it can be done in.
  public Set<State> states() {
    return switch (this) {
      case CANCEL -> EnumSet.of(State.SCHEDULED, State.QUEUED, State.RUNNING);
      case RETRY -> EnumSet.complementOf(EnumSet.of(State.QUEUED, State.RUNNING));
      case REDRIVE -> EnumSet.of(State.DEAD);
    };
  }

  /// The filter for those jobs that are in a state in which it can be done.
  public JobFilter among(JobFilter filter) {
    Set<State> able = states();
    able.retainAll(filter.states());
    return filter.withStates(able);
  }

  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }
}
