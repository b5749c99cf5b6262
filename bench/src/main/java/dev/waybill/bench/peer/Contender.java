package dev.waybill.bench.peer;

import java.util.function.Supplier;

/// A kind of store to measure, and how to create an empty one.
///
/// @param durability what a completed call guarantees
/// @param workers the number of concurrent handlers when rates are measured
/// @param role the measures it takes part in
public record Contender(
    String name, String durability, int workers, Role role, Supplier<Subject> opener) {

  public enum Role {
    WAYBILL,
    PEER,
    /// Not a store but the limit of the machine.
    LIMIT
  }

  public Subject open() {
    return opener.get();
  }
}
