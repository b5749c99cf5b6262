package dev.waybill.engine.register;

import dev.waybill.spi.Fact;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Where the facts of the definitions of a [Register] are, oldest first.
final class Places {

  /// @param number of the fact among all changes
  record Place(long position, int number) {

    static Place of(Fact.Recorded recorded) {
      return new Place(recorded.position(), recorded.fact().attempt());
    }
  }

  private final Map<Register.Name, Place> places = new LinkedHashMap<>();
  private Place last = new Place(0, 0);
  private int firstNumber;

  /// How many facts the ledger holds, at most.
  synchronized int facts() {
    return last.number() - firstNumber + 1;
  }

  synchronized int size() {
    return places.size();
  }

  synchronized Set<Register.Name> names() {
    return Set.copyOf(places.keySet());
  }

  synchronized boolean has(Register.Name name, long position) {
    Place place = places.get(name);
    return place != null && place.position() == position;
  }

  /// Whether a definition is there still.
  synchronized boolean has(Place place) {
    return places.containsValue(place);
  }

  synchronized List<Place> oldest(int most) {
    return places.values().stream().limit(most).toList();
  }

  /// Everything before this position was replaced.
  synchronized long first() {
    return firstPlace().position();
  }

  synchronized void deletedBefore() {
    firstNumber = firstPlace().number();
  }

  private Place firstPlace() {
    return places.isEmpty() ? last : places.values().iterator().next();
  }

  /// These are all facts that are left.
  synchronized void startAt(List<Fact.Recorded> facts) {
    if (!facts.isEmpty()) {
      firstNumber = facts.getFirst().fact().attempt();
      last = Place.of(facts.getLast());
    }
  }

  synchronized void passed(Fact.Recorded recorded) {
    last = Place.of(recorded);
  }

  /// @param recorded null where the name stands for nothing now
  synchronized void put(Register.Name name, Fact.@Nullable Recorded recorded) {
    places.remove(name);
    if (recorded != null) {
      places.put(name, Place.of(recorded));
    }
  }

  synchronized void remove(Register.Name name) {
    places.remove(name);
  }
}
