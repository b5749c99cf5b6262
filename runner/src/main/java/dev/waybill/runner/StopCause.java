package dev.waybill.runner;

import dev.waybill.worker.StopReason;

/// Why the runner ends a process.
enum StopCause {
  CANCELLED,
  /// The timeout in the parameters of the job expired.
  TIMEOUT,
  WORKER_STOPS,
  /// The start event could not be published.
  START_NOT_PUBLISHED,
  /// The lease is lost: the source accepts no more events or outcomes of this attempt.
  LOST;

  static StopCause of(StopReason reason) {
    return switch (reason) {
      case CANCELLED -> CANCELLED;
      case WORKER_STOPS -> WORKER_STOPS;
      case TIMEOUT, LEASE_LOST -> LOST;
    };
  }
}
