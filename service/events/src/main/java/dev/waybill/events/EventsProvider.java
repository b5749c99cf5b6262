package dev.waybill.events;

import dev.waybill.Settings;
import dev.waybill.Waybill;
import dev.waybill.spi.Backend;
import dev.waybill.spi.EventServices;
import dev.waybill.topic.Schemas;
import dev.waybill.topic.Topics;

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
      Waybill own = waybill.tenant(tenant);
      return new TenantTopics(topics, new Publishing(topics, schemas, own, tenant), own, tenant);
    }

    @Override
    public Schemas schemas(String tenant) {
      return new TenantSchemas(schemas, topics(tenant), tenant);
    }
  }
}
