package dev.waybill.schedules;

final class SeveralServersTest extends SeveralServersGroup {

  @Override
  ScheduleService another() {
    return server(engine);
  }
}
