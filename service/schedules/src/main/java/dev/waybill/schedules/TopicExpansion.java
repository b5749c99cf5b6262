package dev.waybill.schedules;

import dev.waybill.NewJob;
import dev.waybill.schedule.Action;
import dev.waybill.service.EventExpansion;
import dev.waybill.service.MessageExpansion;
import dev.waybill.service.ServiceHost;
import dev.waybill.topic.Topics;
import java.util.List;

/// Expands events and messages to jobs with the topics of the store, if they are on the class path.
record TopicExpansion(ServiceHost services) implements Expansion {

  @Override
  public List<NewJob> expand(String tenant, Action.PublishEvent event, Occasion occasion) {
    return ScheduledMessages.isOne(event)
        ? services
            .require(MessageExpansion.class, tenant)
            .expand(event.topic(), ScheduledMessages.of(event, occasion))
        : services
            .require(EventExpansion.class, tenant)
            .expand(event.topic(), ScheduledEvents.of(tenant, event, occasion));
  }

  @Override
  public boolean exists(String tenant, String topic) {
    return services.find(Topics.class, tenant).flatMap(topics -> topics.find(topic)).isPresent();
  }
}
