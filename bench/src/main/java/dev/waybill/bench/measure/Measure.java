package dev.waybill.bench.measure;

import dev.waybill.bench.Plan;
import dev.waybill.bench.Results;
import dev.waybill.bench.peer.Contender;
import dev.waybill.bench.peer.Contender.Role;

/// One kind of measurement.
public interface Measure {

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
