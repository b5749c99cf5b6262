package dev.waybill.spi;

import dev.waybill.State;

/// The answer to one step.
public sealed interface Applied {

  record Done(State state) implements Applied {}

  /// The job has moved on; nothing was changed.
  record Stale() implements Applied {}

  /// There is no such job, or none for this tenant.
  record Missing() implements Applied {}
}
