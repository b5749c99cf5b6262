package dev.waybill.bench;

import dev.waybill.bench.Contender.Role;

/// One kind of measurement.
interface Measure {

  /// Measures one contender, as often as the plan says.
  void take(Contender contender, Plan plan, Results results);

  default boolean isFor(Role role) {
    return true;
  }

  /// True if contenders alternate after each repeat; false if a repeat needs a long setup.
  default boolean takesTurns() {
    return true;
  }
}
