package dev.waybill.schedules;

import dev.waybill.Code;
import dev.waybill.NewJob;
import dev.waybill.WaybillException;
import dev.waybill.schedule.Action;
import dev.waybill.spi.EventServices;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Turns events into jobs by the topics of the store, if there are any on the class path.
record TopicExpansion(@Nullable EventServices events) implements Expansion {

  @Override
  public List<NewJob> expand(String tenant, Action.PublishEvent event, Occasion occasion) {
    return ScheduledMessages.isOne(event)
        ? required().expand(tenant, event.topic(), ScheduledMessages.of(event, occasion))
        : required().expand(tenant, event.topic(), ScheduledEvents.of(tenant, event, occasion));
  }

  @Override
  public boolean exists(String tenant, String topic) {
    return events != null && events.topics(tenant).find(topic).isPresent();
  }

  private EventServices required() {
    if (events == null) {
      throw new WaybillException(
          Code.INVALID_ARGUMENT, "there are no topics on the class path; add waybill-events");
    }
    return events;
  }
}
