package dev.waybill.rig.sim;

/// Somebody who does something now and then.
interface Actor {

  long GONE = -1;

  String name();

  /// Does one thing; answers after how many milliseconds it wants to be woken, or [#GONE].
  long act();
}
