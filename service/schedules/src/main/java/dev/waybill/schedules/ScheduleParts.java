package dev.waybill.schedules;

import dev.waybill.engine.register.Register;

/// The parts that all tenants share.
record ScheduleParts(
    Register<Definition> register,
    RunStates states,
    FiringRunner firer,
    Firings firings,
    ScheduleService.Ports ports,
    Runnable waker) {

  /// Wakes the loop after a change.
  void wake() {
    waker.run();
  }
}
