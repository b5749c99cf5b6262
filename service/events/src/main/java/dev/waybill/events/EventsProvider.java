package dev.waybill.events;

import dev.waybill.Job;
import dev.waybill.NewJob;
import dev.waybill.Settings;
import dev.waybill.Timeline;
import dev.waybill.Waybill;
import dev.waybill.events.message.MessageRecords;
import dev.waybill.spi.Backend;
import dev.waybill.spi.EventServices;
import dev.waybill.spi.Ledger;
import dev.waybill.topic.Messages;
import dev.waybill.topic.NewMessage;
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
        waybill,
        backend.ledger(),
        settings);
  }

  private record Opened(
      TopicBook topics, SchemaBook schemas, Waybill waybill, Ledger ledger, Settings settings)
      implements EventServices {

    @Override
    public Topics topics(String tenant) {
      return new TenantTopics(topics, publishing(tenant), waybill.tenant(tenant), tenant);
    }

    @Override
    public List<NewJob> expand(String tenant, String topic, TopicEvent event) {
      return publishing(tenant).expand(topic, event);
    }

    @Override
    public Messages messages(String tenant) {
      return tenantMessages(tenant);
    }

    @Override
    public List<NewJob> expand(String tenant, String topic, NewMessage message) {
      return tenantMessages(tenant).expand(topic, message);
    }

    @Override
    public List<Timeline.Entry> story(Job job) {
      return tenantMessages(job.tenant()).story(job);
    }

    private TenantMessages tenantMessages(String tenant) {
      return new TenantMessages(
          new MessageRecords(ledger, tenant, settings.clock()),
          topics(tenant),
          publishing(tenant),
          settings.region());
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
