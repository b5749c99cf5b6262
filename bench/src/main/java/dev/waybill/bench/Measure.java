package dev.waybill.bench;

import dev.waybill.bench.Contender.Role;

/// One kind of question that is put to a contender.
interface Measure {

  /// Takes the figures of one contender.
  void take(Contender contender, Plan plan, Results results);

  default boolean isFor(Role role) {
    return true;
  }
}
