package dev.waybill.rig;

/// Mistakes that the rig must find. They are made here, by standing in front of the store or by
/// reading its trace in another way; no product code knows of them.
enum SeededBug {
  NONE,
  /// The log is never synced. Made where the trace is read.
  NO_FSYNC,
  /// A job is acknowledged first and stored later.
  ACKNOWLEDGE_BEFORE_COMMIT,
  /// Maintenance gives a job back whatever has become of it meanwhile.
  MAINTENANCE_WITHOUT_GUARD,
  /// A token of an attempt that is over is taken for one of the current attempt.
  TOKEN_WITHOUT_ATTEMPT_CHECK,
  /// A request id is looked up first, and the job is stored without it.
  CHECK_THEN_INSERT,
  /// A worker that stops fails the jobs it has not finished.
  SHUTDOWN_WRITES_TERMINAL
}
