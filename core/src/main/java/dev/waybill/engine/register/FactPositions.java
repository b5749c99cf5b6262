package dev.waybill.engine.register;

import dev.waybill.spi.Fact;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The positions of the facts that define the values of a [Register], oldest first.
final class FactPositions {

  /// @param number the number of the fact among all changes
  record FactPosition(long position, int number) {

    static FactPosition of(Fact.Recorded recorded) {
      return new FactPosition(recorded.position(), recorded.fact().attempt());
    }
  }

  private final Map<Register.Name, FactPosition> positions = new LinkedHashMap<>();
  private FactPosition last = new FactPosition(0, 0);
  private int firstNumber;

  /// The maximum number of facts in the ledger.
  synchronized int facts() {
    return last.number() - firstNumber + 1;
  }

  synchronized int size() {
    return positions.size();
  }

  synchronized Set<Register.Name> names() {
    return Set.copyOf(positions.keySet());
  }

  synchronized boolean has(Register.Name name, long position) {
    FactPosition known = positions.get(name);
    return known != null && known.position() == position;
  }

  /// Whether a definition still has this fact.
  synchronized boolean has(FactPosition position) {
    return positions.containsValue(position);
  }

  synchronized List<FactPosition> oldest(int most) {
    return positions.values().stream().limit(most).toList();
  }

  /// The position before which all facts were replaced.
  synchronized long first() {
    return firstPosition().position();
  }

  synchronized void deletedBefore() {
    firstNumber = firstPosition().number();
  }

  private FactPosition firstPosition() {
    return positions.isEmpty() ? last : positions.values().iterator().next();
  }

  /// Sets all remaining facts.
  synchronized void startAt(List<Fact.Recorded> facts) {
    if (!facts.isEmpty()) {
      firstNumber = facts.getFirst().fact().attempt();
      last = FactPosition.of(facts.getLast());
    }
  }

  synchronized void passed(Fact.Recorded recorded) {
    last = FactPosition.of(recorded);
  }

  /// @param recorded null if the name has no definition now
  synchronized void put(Register.Name name, Fact.@Nullable Recorded recorded) {
    positions.remove(name);
    if (recorded != null) {
      positions.put(name, FactPosition.of(recorded));
    }
  }

  synchronized void remove(Register.Name name) {
    positions.remove(name);
  }
}
