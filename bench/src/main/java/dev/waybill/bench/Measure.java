package dev.waybill.bench;

import dev.waybill.bench.Contender.Role;

/// One kind of question that is put to a contender.
interface Measure {

  /// Takes the figures of one contender, as often as the plan says.
  void take(Contender contender, Plan plan, Results results);

  default boolean isFor(Role role) {
    return true;
  }

  /// Whether its repeats are taken one by one; false where each needs a long preparation.
  default boolean takesTurns() {
    return true;
  }
}
