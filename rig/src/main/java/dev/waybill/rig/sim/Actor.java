package dev.waybill.rig.sim;

/// A participant of the simulation that acts from time to time.
interface Actor {

  long GONE = -1;

  String name();

  /// Performs one action; returns the delay until the next one in milliseconds, or [#GONE].
  long act();
}
