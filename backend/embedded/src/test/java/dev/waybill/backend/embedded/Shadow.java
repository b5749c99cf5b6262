package dev.waybill.backend.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.State;
import dev.waybill.backend.embedded.live.LiveJob;
import dev.waybill.spi.Draft;

/// The expected state of one job, from the answers of the store.
final class Shadow {

  final Draft draft;
  final long runAt;
  State state = State.QUEUED;
  int attempt = 1;
  int generation;

  Shadow(Draft draft, long runAt) {
    this.draft = draft;
    this.runAt = runAt;
  }

  /// Records that the job was seen in this state; it must not have gone back.
  void saw(LiveJob job) {
    State seen = job.state;
    boolean forward =
        job.attempt > attempt || (job.attempt == attempt && seen.rank() >= state.rank());
    assertThat(forward)
        .as("R1: %s attempt %d %s after %d %s", job.id(), job.attempt, seen, attempt, state)
        .isTrue();
    boolean revived = state.isTerminal() && job.generation > generation;
    boolean unchanged = state == seen && attempt == job.attempt;
    assertThat(!state.isTerminal() || unchanged || revived)
        .as("S1: %s left %s without a new generation", job.id(), state)
        .isTrue();
    state = seen;
    attempt = job.attempt;
    generation = job.generation;
  }
}
