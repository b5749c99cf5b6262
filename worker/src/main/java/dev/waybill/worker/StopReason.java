package dev.waybill.worker;

/// Why a handler should stop.
public enum StopReason {
  /// Someone asked for the job to stop. The lease is still held.
  CANCELLED,
  /// The worker stops; what is not finished is given back. The lease is still held.
  WORKER_STOPS,
  /// The timeout of the job is over, and the attempt was settled as a retry.
  TIMEOUT,
  /// The lease has ended or went to another worker.
  LEASE_LOST
}
