package dev.waybill.schedules;

import dev.waybill.engine.Register;
import java.time.InstantSource;
import java.util.random.RandomGenerator;

/// What the views of all tenants share.
record ScheduleParts(
    Register<Definition> register,
    RunStates states,
    Firer firer,
    Expansion events,
    Firings firings,
    InstantSource clock,
    RandomGenerator random,
    Runnable waker) {

  /// Something was changed that the loop should know of.
  void wake() {
    waker.run();
  }
}
