package dev.waybill.schedules;

import dev.waybill.Code;
import dev.waybill.NewJob;
import dev.waybill.Settings;
import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import dev.waybill.schedule.Action;
import dev.waybill.schedule.Schedules;
import dev.waybill.spi.Backend;
import dev.waybill.spi.EventServices;
import dev.waybill.spi.ScheduleServices;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/// How an engine finds schedules.
public final class SchedulesProvider implements ScheduleServices.Provider {

  @Override
  public ScheduleServices open(
      Backend backend, Waybill waybill, @Nullable EventServices events, Settings settings) {
    ScheduleService service =
        new ScheduleService(
            new ScheduleService.Ports(
                waybill,
                backend.ledger(),
                (tenant, event, occasion) -> expand(events, tenant, event, occasion),
                settings.clock(),
                () -> ThreadLocalRandom.current().nextLong()));
    if (settings.maintenanceEvery() != null) {
      service.start();
    }
    return new Opened(service);
  }

  private static List<NewJob> expand(
      @Nullable EventServices events,
      String tenant,
      Action.PublishEvent event,
      Expansion.Occasion occasion) {
    if (events == null) {
      throw new WaybillException(
          Code.INVALID_ARGUMENT, "there are no topics on the class path; add waybill-events");
    }
    return ScheduledMessages.isOne(event)
        ? events.expand(tenant, event.topic(), ScheduledMessages.of(event, occasion))
        : events.expand(tenant, event.topic(), ScheduledEvents.of(tenant, event, occasion));
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
