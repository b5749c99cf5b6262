package dev.waybill.rig.sim.time;

/// A participant of the simulation that acts from time to time.
public interface Actor {

  long GONE = -1;

  String name();

  /// Performs one action; returns the delay until the next one in milliseconds, or [#GONE].
  long act();
}
