package dev.waybill.rig;

/// Bugs that the rig must find. They are seeded by wrapping the store or by changing how its trace
/// is read; no product code is changed.
enum SeededBug {
  NONE,
  /// The log is never synced. Seeded where the trace is read.
  NO_FSYNC,
  /// A job is acknowledged before it is stored.
  ACKNOWLEDGE_BEFORE_COMMIT,
  /// Maintenance releases a job without checking its current state.
  MAINTENANCE_WITHOUT_GUARD,
  /// A token of an ended attempt is accepted for the current attempt.
  TOKEN_WITHOUT_ATTEMPT_CHECK,
  /// A request ID is looked up first, and the job is stored without it.
  CHECK_THEN_INSERT,
  /// A stopping worker fails its unfinished jobs.
  SHUTDOWN_WRITES_TERMINAL
}
