package dev.waybill.backend.nats;

import dev.waybill.Payload;
import dev.waybill.spi.Fact;
import dev.waybill.spi.LedgerKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Where a thing stands, as the bucket keeps it: without the data, which is in the fact.
///
/// @param providerId the provider's own id of a message, once a fact has said it
/// @param movedBy the positions of the last facts that moved it, oldest first. Whoever stored a
///     fact finds it here, though somebody else may have moved the state for him.
record Standing(
    int attempt,
    String state,
    int rank,
    int standing,
    long version,
    Instant at,
    @Nullable String providerId,
    List<Long> movedBy) {

  private static final int MOVES_KEPT = 32;

  Standing {
    movedBy = List.copyOf(movedBy);
  }

  static Standing first(Fact.Recorded recorded) {
    Fact fact = recorded.fact();
    return new Standing(
        fact.attempt(),
        fact.state(),
        fact.rank(),
        fact.standing(),
        1,
        fact.at(),
        LedgerJson.providerId(fact.data()),
        List.of(recorded.position()));
  }

  /// Where the thing stands after this fact: here still, if the fact does not move it.
  static Standing after(@Nullable Standing before, Fact.Recorded recorded) {
    if (before == null) {
      return first(recorded);
    }
    Fact fact = recorded.fact();
    if (before.wasMovedBy(recorded) || !fact.advances(before.latest(fact.key(), fact.data()))) {
      return before;
    }
    Standing next = first(recorded);
    return new Standing(
        next.attempt,
        next.state,
        next.rank,
        next.standing,
        before.version + 1,
        next.at,
        next.providerId == null && next.attempt == before.attempt
            ? before.providerId
            : next.providerId,
        before.movesWith(recorded.position()));
  }

  boolean wasMovedBy(Fact.Recorded recorded) {
    return movedBy.contains(recorded.position());
  }

  /// The position of the fact that it stands on.
  long position() {
    return movedBy.getLast();
  }

  Fact.Latest latest(LedgerKey key, Payload data) {
    return new Fact.Latest(key, attempt, state, rank, standing, version, at, data);
  }

  private List<Long> movesWith(long position) {
    List<Long> moves = new ArrayList<>(movedBy);
    moves.add(position);
    return moves.subList(Math.max(0, moves.size() - MOVES_KEPT), moves.size());
  }
}
