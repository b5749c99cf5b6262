package dev.waybill.schedules;

import dev.waybill.Code;
import dev.waybill.NewJob;
import dev.waybill.WaybillException;
import dev.waybill.schedule.Action;
import dev.waybill.spi.ScheduleServices;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Turns events and messages into jobs by the topics of the store, if there are any on the class
/// path.
record TopicExpansion(ScheduleServices.Targets targets) implements Expansion {

  @Override
  public List<NewJob> expand(String tenant, Action.PublishEvent event, Occasion occasion) {
    return ScheduledMessages.isOne(event)
        ? required(targets.messages(), "messages")
            .expand(tenant, event.topic(), ScheduledMessages.of(event, occasion))
        : required(targets.events(), "events")
            .expand(tenant, event.topic(), ScheduledEvents.of(tenant, event, occasion));
  }

  @Override
  public boolean exists(String tenant, String topic) {
    return targets.events() != null && targets.events().topics(tenant).find(topic).isPresent();
  }

  private static <T> T required(@Nullable T service, String module) {
    if (service == null) {
      throw new WaybillException(
          Code.INVALID_ARGUMENT, "waybill-" + module + " is not on the class path; add it");
    }
    return service;
  }
}
