package dev.waybill.insight;

import dev.waybill.Code;
import dev.waybill.State;
import dev.waybill.WaybillException;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Selects groups of failures.
///
/// @param queue null for any
/// @param type null for any
/// @param states of the jobs: failed, dead or both
/// @param since only jobs that ended at this time or later; null for any
/// @param limit the maximum number of groups
public record FailureQuery(
    @Nullable String queue,
    @Nullable String type,
    Set<State> states,
    @Nullable Instant since,
    int limit) {

  public static final int MOST = 200;

  /// The states of jobs that have failed.
  public static final Set<State> FAILED = Set.of(State.FAILED, State.DEAD);

  public static final FailureQuery ALL = new FailureQuery(null, null, FAILED, null, 50);

  public FailureQuery {
    states = Set.copyOf(states);
    if (limit < 1 || limit > MOST) {
      throw new WaybillException(Code.INVALID_ARGUMENT, "limit must be 1 to " + MOST);
    }
    if (states.isEmpty() || !FAILED.containsAll(states)) {
      throw new WaybillException(Code.INVALID_ARGUMENT, "state must be failed or dead");
    }
  }
}
