package dev.waybill.spi;

import dev.waybill.State;

/// The answer to one step.
public sealed interface Applied {

  record Done(State state) implements Applied {}

  /// The job is no longer in the expected state and attempt; nothing was changed.
  record Stale() implements Applied {}

  /// The tenant has no such job.
  record Missing() implements Applied {}
}
