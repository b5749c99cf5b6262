package dev.waybill.schedule;

/// What happens in a slot while the previous run is active: while any job that the last firing
/// started is waiting or running.
public enum Overlap {
  /// Fires; runs may be active at the same time.
  ALLOW,
  /// Skips the slot.
  SKIP,
  /// Fires as soon as the previous run has finished. At most one slot waits; others are skipped.
  QUEUE_ONE,
  /// Fires, and cancels the previous run.
  CANCEL_PREVIOUS
}
