package dev.waybill.bench;

import java.util.function.Supplier;

/// A kind of store that takes part, and how to get an empty one.
///
/// @param durability what holds when one of its calls has answered
/// @param workers how many handlers it runs at once where rates are measured
/// @param role decides which measures it takes part in
record Contender(String name, String durability, int workers, Role role, Supplier<Subject> opener) {

  enum Role {
    WAYBILL,
    PEER,
    /// Not a store but the limit of the machine.
    LIMIT
  }

  Subject open() {
    return opener.get();
  }
}
