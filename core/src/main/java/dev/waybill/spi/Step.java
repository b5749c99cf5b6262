package dev.waybill.spi;

import dev.waybill.Attempt;
import dev.waybill.Failure;
import dev.waybill.Payload;
import dev.waybill.State;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// One change of one job, decided by the engine. The store applies it only if the job is still in
/// state `from` and in the same attempt; so the same guard protects every write, including those of
/// maintenance.
///
/// A step that returns the job to waiting starts the next attempt number; a step that keeps the
/// state does not.
///
/// @param from the expected state; SCHEDULED and QUEUED are equivalent here
/// @param to the new state; QUEUED with a delay is what readers see as SCHEDULED
/// @param delay how long the job waits before the next attempt, by the store's clock
/// @param front whether the job returns to its position and ready time before the lease, instead of
///     the end of its lane
/// @param cancelRequested the running job is asked to stop
/// @param counts the new counts, or null if they do not change
/// @param ending how the attempt ended, or null if it did not end
/// @param failure why the attempt failed; becomes the job's last failure, or null to keep that
public record Step(
    LeaseKey guard,
    State from,
    State to,
    Duration delay,
    boolean front,
    boolean cancelRequested,
    @Nullable Counts counts,
    Attempt.@Nullable Ending ending,
    @Nullable Payload result,
    @Nullable Failure failure) {

  /// A step with only the required parts.
  ///
  /// @param from the expected state
  public static Builder builder(LeaseKey guard, State from, State to) {
    return new Builder(guard, from, to);
  }

  /// Counts over the attempts of a job; see `Job.Progress`.
  public record Counts(int generation, int errors, int crashes) {}

  /// Whether the step may be applied to a job in this state and attempt. A running job that was
  /// asked to stop can end only as completed or cancelled. A crash that was decided before the
  /// lease was extended is refused while the lease is active, and also if it lasted until the
  /// timeout. An attempt that has timed out ends in an error, whatever its worker reports.
  ///
  /// @param lease LAPSED for a job that is not running
  public boolean fits(State current, int attempt, boolean askedToStop, LeaseState lease) {
    boolean sameState = from.isWaiting() ? current.isWaiting() : current == from;
    boolean ignoresStop = askedToStop && !isAllowedAfterCancelRequest();
    return sameState && attempt == guard.attempt() && !ignoresStop && isInTime(lease);
  }

  private boolean isInTime(LeaseState lease) {
    return switch (lease) {
      case HELD -> ending != Attempt.Ending.CRASHED;
      case LAPSED -> true;
      case ABANDONED -> ending == null || ending == Attempt.Ending.CRASHED || isLateEnding(ending);
      case TIMED_OUT -> ending == null || isLateEnding(ending);
    };
  }

  private static boolean isLateEnding(Attempt.Ending ending) {
    return switch (ending) {
      case ERROR, CANCELLED -> true;
      case COMPLETED, FAILED, SNOOZED, RELEASED, CRASHED -> false;
    };
  }

  /// Whether a running job that was asked to stop may take this step.
  public boolean isAllowedAfterCancelRequest() {
    return switch (to) {
      case RUNNING, COMPLETED, CANCELLED -> true;
      case SCHEDULED, QUEUED, FAILED, DEAD -> from != State.RUNNING;
    };
  }

  /// Whether the job goes to the end of its lane.
  public boolean movesToEnd() {
    return to == State.QUEUED && !front;
  }

  /// The counts after this step.
  public Counts countsAfter(Counts before) {
    return counts == null ? before : counts;
  }

  /// The number of the next attempt.
  public int nextAttempt() {
    return to == State.QUEUED && !from.isWaiting() ? guard.attempt() + 1 : guard.attempt();
  }

  /// Starts with a step to the end of the lane, without delay and without new counts.
  public static final class Builder {
    private final LeaseKey guard;
    private final State from;
    private final State to;
    private Duration delay = Duration.ZERO;
    private boolean front;
    private boolean cancelRequested;
    private @Nullable Counts counts;
    private Attempt.@Nullable Ending ending;
    private @Nullable Payload result;
    private @Nullable Failure failure;

    private Builder(LeaseKey guard, State from, State to) {
      this.guard = guard;
      this.from = from;
      this.to = to;
    }

    public Builder delay(Duration wait) {
      delay = wait;
      return this;
    }

    public Builder front(boolean atFront) {
      front = atFront;
      return this;
    }

    public Builder cancelRequested(boolean asked) {
      cancelRequested = asked;
      return this;
    }

    public Builder counts(Counts after) {
      counts = after;
      return this;
    }

    public Builder ending(Attempt.@Nullable Ending how) {
      ending = how;
      return this;
    }

    public Builder result(Payload answer) {
      result = answer;
      return this;
    }

    public Builder failure(@Nullable Failure why) {
      failure = why;
      return this;
    }

    public Step build() {
      return new Step(
          guard, from, to, delay, front, cancelRequested, counts, ending, result, failure);
    }
  }
}
