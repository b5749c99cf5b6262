package dev.waybill.schedules;

import dev.waybill.Settings;
import dev.waybill.Waybill;
import dev.waybill.schedule.Schedules;
import dev.waybill.spi.Backend;
import dev.waybill.spi.ScheduleServices;
import java.util.concurrent.ThreadLocalRandom;

/// How an engine finds schedules.
public final class SchedulesProvider implements ScheduleServices.Provider {

  @Override
  public ScheduleServices open(
      Backend backend, Waybill waybill, ScheduleServices.Targets targets, Settings settings) {
    ScheduleService service =
        new ScheduleService(
            new ScheduleService.Ports(
                waybill,
                backend.ledger(),
                new TopicExpansion(targets),
                settings.clock(),
                () -> ThreadLocalRandom.current().nextLong()));
    if (settings.maintenanceEvery() != null) {
      service.start();
    }
    return new Opened(service);
  }

  private record Opened(ScheduleService service) implements ScheduleServices {

    @Override
    public Schedules schedules(String tenant) {
      return service.schedules(tenant);
    }

    @Override
    public void close() {
      service.close();
    }
  }
}
