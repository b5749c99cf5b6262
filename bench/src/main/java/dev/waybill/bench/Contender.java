package dev.waybill.bench;

import java.util.function.Supplier;

/// A kind of store to measure, and how to create an empty one.
///
/// @param durability what a completed call guarantees
/// @param workers the number of concurrent handlers when rates are measured
/// @param role the measures it takes part in
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
