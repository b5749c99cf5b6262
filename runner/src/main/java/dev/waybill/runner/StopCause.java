package dev.waybill.runner;

import dev.waybill.worker.StopReason;

/// Why a process is ended before it ends by itself.
enum StopCause {
  CANCELLED,
  /// The timeout of the job's parameters is over.
  TIMEOUT,
  WORKER_STOPS,
  /// The event of its start did not arrive.
  START_NOT_PUBLISHED,
  /// The attempt is over: whatever we say about it is not heard any more.
  LOST;

  static StopCause of(StopReason reason) {
    return switch (reason) {
      case CANCELLED -> CANCELLED;
      case WORKER_STOPS -> WORKER_STOPS;
      case TIMEOUT, LEASE_LOST -> LOST;
    };
  }
}
