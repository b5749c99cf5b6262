package dev.waybill.backend.support;

import dev.waybill.spi.Fact;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The latest state of a key, as stored in a table.
///
/// @param fact the fact that led to it
/// @param version the number of changes
/// @param movedBy the positions of the last facts that changed it, oldest first. The writer of a
///     fact finds it here even if another server has changed the state.
public record LatestState(Fact fact, long version, List<Long> movedBy) {

  private static final int MOVES_KEPT = 32;

  public LatestState {
    movedBy = List.copyOf(movedBy);
  }

  /// The state after this fact; unchanged if the fact does not change it.
  static LatestState after(@Nullable LatestState before, Fact.Recorded recorded) {
    if (before == null) {
      return new LatestState(recorded.fact(), 1, List.of(recorded.position()));
    }
    if (before.wasMovedBy(recorded) || !recorded.fact().advances(before.latest())) {
      return before;
    }
    return new LatestState(
        recorded.fact(), before.version + 1, before.movesWith(recorded.position()));
  }

  boolean wasMovedBy(Fact.Recorded recorded) {
    return movedBy.contains(recorded.position());
  }

  /// The position of the fact that led to it.
  long position() {
    return movedBy.getLast();
  }

  Fact.Latest latest() {
    return new Fact.Latest(position(), version, fact);
  }

  private List<Long> movesWith(long position) {
    List<Long> moves = new ArrayList<>(movedBy);
    moves.add(position);
    return moves.subList(Math.max(0, moves.size() - MOVES_KEPT), moves.size());
  }
}
