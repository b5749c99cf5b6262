package dev.waybill.engine;

import dev.waybill.Job;
import dev.waybill.State;
import dev.waybill.spi.Step;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// What an operator can do to a job.
enum Change {
  CANCEL,
  RETRY,
  REDRIVE;

  String verb() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// The states it can be done in.
  Set<State> states() {
    return switch (this) {
      case CANCEL -> EnumSet.of(State.SCHEDULED, State.QUEUED, State.RUNNING);
      case RETRY -> EnumSet.complementOf(EnumSet.of(State.QUEUED, State.RUNNING));
      case REDRIVE -> EnumSet.of(State.DEAD);
    };
  }

  /// Whether it was done before, so that doing it again changes nothing and is no mistake.
  boolean isDone(Job job) {
    boolean asked = job.state() == State.RUNNING && job.progress().cancelRequested();
    return this == CANCEL && (asked || job.state() == State.CANCELLED);
  }

  Optional<Step> decide(Job job) {
    return switch (this) {
      case CANCEL -> Transitions.cancelled(job);
      case RETRY -> Transitions.retried(job);
      case REDRIVE -> Transitions.redriven(job);
    };
  }
}
