package dev.waybill.schedules;

import dev.waybill.schedule.Schedules;
import dev.waybill.service.ServiceHost;
import dev.waybill.service.ServiceProvider;
import java.util.concurrent.ThreadLocalRandom;

/// Adds schedules to an engine. They fire by themselves if the engine runs its own maintenance.
public final class SchedulesProvider implements ServiceProvider {

  @Override
  public void open(ServiceHost host) {
    ScheduleService service =
        new ScheduleService(
            new ScheduleService.Ports(
                host.waybill(),
                host.backend().ledger(),
                new TopicExpansion(host),
                host.settings().clock(),
                () -> ThreadLocalRandom.current().nextLong()));
    host.offer(Schedules.class, service::schedules);
    boolean fires = host.settings().maintenanceEvery() != null;
    host.whileOpen(fires ? service::start : () -> {}, service::close);
  }
}
