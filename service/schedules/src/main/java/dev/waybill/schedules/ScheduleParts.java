package dev.waybill.schedules;

import dev.waybill.engine.register.Register;

/// What the views of all tenants share.
record ScheduleParts(
    Register<Definition> register,
    RunStates states,
    FiringRunner firer,
    Firings firings,
    ScheduleService.Ports ports,
    Runnable waker) {

  /// Something was changed that the loop should know of.
  void wake() {
    waker.run();
  }
}
