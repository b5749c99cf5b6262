package dev.waybill.runner;

/// A started process and everything it started, as far as the system lets us know.
interface ProcessGroup {

  /// Takes notice of what has been started by now.
  void look();

  /// Asks all of them to end.
  void terminate();

  /// Ends all of them.
  void kill();

  /// Whether none of them runs any more.
  boolean isGone();
}
