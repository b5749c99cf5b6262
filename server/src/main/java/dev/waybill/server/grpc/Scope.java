package dev.waybill.server.grpc;

/// What a caller may do.
public enum Scope {
  /// Enqueue and cancel jobs.
  SUBMIT,
  /// Dequeue jobs, and speak for those that are held.
  WORK,
  /// See jobs and their events.
  READ
}
