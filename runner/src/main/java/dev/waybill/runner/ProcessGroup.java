package dev.waybill.runner;

/// A started process and its descendants, as far as the system reports them.
interface ProcessGroup {

  /// Scans for new descendants.
  void look();

  /// Asks all processes to end.
  void terminate();

  /// Kills all processes.
  void kill();

  /// True if no process of the group is running.
  boolean isGone();
}
