package dev.waybill.worker;

/// Why a handler should stop.
public enum StopReason {
  /// The job was cancelled. The lease is still valid.
  CANCELLED,
  /// The worker is stopping; unfinished jobs are released. The lease is still valid.
  WORKER_STOPS,
  /// The timeout of the job expired, and the attempt was settled as a retry.
  TIMEOUT,
  /// The lease expired or another worker has it.
  LEASE_LOST
}
