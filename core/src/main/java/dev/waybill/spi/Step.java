package dev.waybill.spi;

import dev.waybill.Attempt;
import dev.waybill.Failure;
import dev.waybill.Payload;
import dev.waybill.State;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// One change of one job, decided elsewhere. The store applies it only if the job still is in
/// `from`, in this very attempt; so every writer, maintenance included, passes the same guard.
///
/// A step that leads back to waiting starts the next attempt number; one that stays in the same
/// state does not.
///
/// @param from the state it was decided on; SCHEDULED and QUEUED are one and the same here
/// @param to the state it leads to; QUEUED with a delay is what readers see as SCHEDULED
/// @param delay how long a job that goes back waits, by the store's clock
/// @param front back to the place in its lane and the time that it had when it was leased, before
///     all that became ready later, and not to the end
/// @param cancelRequested the running job is asked to stop
/// @param counts what they are from now on, or null where they stay
/// @param ending how the attempt ended, where one did
/// @param failure why it did not succeed; becomes the job's last failure, null leaves that as it
///     was
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

  /// A step without anything that may be left out.
  ///
  /// @param from the state it was decided on
  public static Builder builder(LeaseKey guard, State from, State to) {
    return new Builder(guard, from, to);
  }

  /// What is counted over the attempts of a job; see `Job.Progress`.
  public record Counts(int generation, int errors, int crashes) {}

  /// Whether the job is in a state and attempt in which this step may be applied. A running job
  /// that was asked to stop ends as completed or cancelled only. A crash that was decided before
  /// the lease was extended is refused while the lease is held, and also when it lasted until the
  /// timeout. An attempt that has timed out ends in an error, whatever its worker says.
  ///
  /// @param lease LAPSED for a job that does not run
  public boolean fits(State current, int attempt, boolean askedToStop, LeaseState lease) {
    boolean sameState = from.isWaiting() ? current.isWaiting() : current == from;
    boolean ignoresStop = askedToStop && !isForOneAskedToStop();
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
  public boolean isForOneAskedToStop() {
    return switch (to) {
      case RUNNING, COMPLETED, CANCELLED -> true;
      case SCHEDULED, QUEUED, FAILED, DEAD -> from != State.RUNNING;
    };
  }

  /// Whether the job goes to the end of its lane.
  public boolean goesToTheEnd() {
    return to == State.QUEUED && !front;
  }

  /// What is counted from now on.
  public Counts countsAfter(Counts before) {
    return counts == null ? before : counts;
  }

  /// The number of the attempt that follows.
  public int nextAttempt() {
    return to == State.QUEUED && !from.isWaiting() ? guard.attempt() + 1 : guard.attempt();
  }

  /// Starts as a step without delay to the end of the lane, after which nothing is counted.
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
