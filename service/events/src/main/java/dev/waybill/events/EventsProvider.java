package dev.waybill.events;

import dev.waybill.NewJob;
import dev.waybill.Settings;
import dev.waybill.Waybill;
import dev.waybill.spi.Backend;
import dev.waybill.spi.EventServices;
import dev.waybill.topic.Schemas;
import dev.waybill.topic.TopicEvent;
import dev.waybill.topic.Topics;
import java.util.List;

/// How an engine finds topics.
public final class EventsProvider implements EventServices.Provider {

  @Override
  public EventServices open(Backend backend, Waybill waybill, Settings settings) {
    return new Opened(
        new TopicBook(backend.ledger(), settings.clock()),
        new SchemaBook(backend.ledger(), settings.clock()),
        waybill);
  }

  private record Opened(TopicBook topics, SchemaBook schemas, Waybill waybill)
      implements EventServices {

    @Override
    public Topics topics(String tenant) {
      return new TenantTopics(topics, publishing(tenant), waybill.tenant(tenant), tenant);
    }

    @Override
    public List<NewJob> expand(String tenant, String topic, TopicEvent event) {
      return publishing(tenant).expand(topic, event);
    }

    private Publishing publishing(String tenant) {
      return new Publishing(topics, schemas, waybill.tenant(tenant), tenant);
    }

    @Override
    public Schemas schemas(String tenant) {
      return new TenantSchemas(schemas, topics, topics(tenant), tenant);
    }
  }
}
