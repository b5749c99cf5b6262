package dev.waybill.schedule;

/// What happens in a slot while the run before it goes on: while any job that the last firing
/// started waits or runs.
public enum Overlap {
  /// It starts; runs may go on side by side.
  ALLOW,
  /// It is left out.
  SKIP,
  /// It starts as soon as the run before has ended. One slot waits at most; the others are left
  /// out.
  QUEUE_ONE,
  /// It starts, and the run before is cancelled.
  CANCEL_PREVIOUS
}
