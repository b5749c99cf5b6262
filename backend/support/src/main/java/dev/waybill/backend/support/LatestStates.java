package dev.waybill.backend.support;

import dev.waybill.backend.support.GuardedTable.Held;
import dev.waybill.backend.support.GuardedTable.Removal;
import dev.waybill.backend.support.GuardedTable.Write;
import dev.waybill.backend.support.GuardedTable.Written;
import dev.waybill.spi.Expiry;
import dev.waybill.spi.Fact;
import dev.waybill.spi.LedgerKey;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The latest state of each key, in a table. States are changed by compare-and-set, so that with
/// several servers no change is lost and no state goes back.
public final class LatestStates {

  /// Encodes states.
  public interface Form {
    byte[] write(LatestState standing);

    LatestState read(byte[] bytes);
  }

  private final GuardedTable<LedgerKey> table;
  private final Form form;
  private final Expiry expiry;

  public LatestStates(GuardedTable<LedgerKey> table, Form form, Expiry expiry) {
    this.table = table;
    this.form = form;
    this.expiry = expiry;
  }

  /// A planned change of a state.
  ///
  /// @param movedBy the positions of the facts that change it
  private record Move(LedgerKey key, long revision, LatestState next, Set<Long> movedBy) {}

  /// Changes states by these facts, in order; returns the positions of the facts that changed one.
  public Set<Long> move(List<Fact.Recorded> facts) {
    Map<LedgerKey, List<Fact.Recorded>> waiting = new LinkedHashMap<>();
    facts.forEach(
        fact -> waiting.computeIfAbsent(fact.fact().key(), _ -> new ArrayList<>()).add(fact));
    Set<Long> movedBy = new HashSet<>();
    while (!waiting.isEmpty()) {
      List<Move> moves = moves(waiting, movedBy);
      List<Written> answers = table.writeAll(moves.stream().map(this::write).toList());
      for (int i = 0; i < moves.size(); i++) {
        if (answers.get(i) instanceof Written.At) {
          movedBy.addAll(moves.get(i).movedBy());
          waiting.remove(moves.get(i).key());
        }
      }
    }
    return movedBy;
  }

  /// The planned writes. Keys whose state does not change are removed from `waiting`.
  private List<Move> moves(Map<LedgerKey, List<Fact.Recorded>> waiting, Set<Long> movedBy) {
    List<LedgerKey> keys = List.copyOf(waiting.keySet());
    List<Optional<Held>> found = table.readAll(keys);
    List<Move> moves = new ArrayList<>();
    for (int i = 0; i < keys.size(); i++) {
      LatestState before = found.get(i).map(this::current).orElse(null);
      long revision = found.get(i).map(Held::revision).orElse(0L);
      Move move = move(keys.get(i), revision, before, waiting.getOrDefault(keys.get(i), List.of()));
      if (move.next().equals(before)) {
        movedBy.addAll(move.movedBy());
        waiting.remove(keys.get(i));
      } else {
        moves.add(move);
      }
    }
    return moves;
  }

  private static Move move(
      LedgerKey key, long revision, @Nullable LatestState before, List<Fact.Recorded> facts) {
    Set<Long> movedBy = new HashSet<>();
    LatestState now = LatestState.after(before, facts.getFirst());
    for (Fact.Recorded fact : facts) {
      now = LatestState.after(now, fact);
      if (now.wasMovedBy(fact)) {
        movedBy.add(fact.position());
      }
    }
    return new Move(key, revision, now, movedBy);
  }

  private Write<LedgerKey> write(Move move) {
    return Write.of(move.key(), move.revision(), form.write(move.next()));
  }

  /// The states of the keys that have one.
  public List<Fact.Latest> find(List<LedgerKey> keys) {
    List<Fact.Latest> found = new ArrayList<>();
    for (Optional<Held> held : table.readAll(keys)) {
      held.map(this::current).map(LatestState::latest).ifPresent(found::add);
    }
    return found;
  }

  /// Deletes the states that are based on a fact up to the position of their key. A state that was
  /// changed since has another revision and stays.
  public void deleteAll(Map<LedgerKey, Long> positions) {
    List<LedgerKey> keys = List.copyOf(positions.keySet());
    List<Optional<Held>> found = table.readAll(keys);
    List<Removal<LedgerKey>> removals = new ArrayList<>();
    for (int i = 0; i < keys.size(); i++) {
      LedgerKey key = keys.get(i);
      long upTo = positions.getOrDefault(key, 0L);
      found
          .get(i)
          .filter(held -> isUpTo(held, upTo))
          .ifPresent(held -> removals.add(new Removal<>(key, held.revision())));
    }
    table.removeAll(removals);
  }

  private boolean isUpTo(Held held, long position) {
    LatestState standing = standing(held);
    return standing == null || standing.position() <= position;
  }

  /// Null if there is none, or if it has expired.
  private @Nullable LatestState current(Held held) {
    LatestState standing = standing(held);
    return standing == null || expiry.isOver(standing.fact()) ? null : standing;
  }

  /// Null if the value is empty: it was deleted by hand.
  private @Nullable LatestState standing(Held held) {
    return held.bytes().length == 0 ? null : form.read(held.bytes());
  }
}
