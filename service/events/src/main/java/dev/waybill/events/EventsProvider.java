package dev.waybill.events;

import dev.waybill.Waybill;
import dev.waybill.service.EventExpansion;
import dev.waybill.service.ServiceHost;
import dev.waybill.service.ServiceProvider;
import dev.waybill.topic.Schemas;
import dev.waybill.topic.Topics;

/// Adds topics and schemas to an engine.
public final class EventsProvider implements ServiceProvider {

  @Override
  public void open(ServiceHost host) {
    Opened opened =
        new Opened(
            new TopicBook(host.backend().ledger(), host.settings().clock()),
            new SchemaBook(host.backend().ledger(), host.settings().clock()),
            host.waybill());
    host.offer(Topics.class, opened::topics);
    host.offer(Schemas.class, opened::schemas);
    host.offer(EventExpansion.class, opened::publishing);
  }

  private record Opened(TopicBook topics, SchemaBook schemas, Waybill waybill) {

    Topics topics(String tenant) {
      return new TenantTopics(topics, publishing(tenant), waybill.tenant(tenant), tenant);
    }

    Schemas schemas(String tenant) {
      return new TenantSchemas(schemas, topics.published(), topics(tenant), tenant);
    }

    Publishing publishing(String tenant) {
      return new Publishing(topics, schemas, waybill.tenant(tenant), tenant);
    }
  }
}
