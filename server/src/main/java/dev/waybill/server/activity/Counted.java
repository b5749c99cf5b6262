package dev.waybill.server.activity;

/// What is counted.
enum Counted {
  ENQUEUED,
  STARTED,
  COMPLETED,
  /// An attempt that ended with an error, whether it is repeated or not.
  FAILED,
  DEAD
}
