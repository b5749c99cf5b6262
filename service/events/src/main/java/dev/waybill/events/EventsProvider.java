package dev.waybill.events;

import dev.waybill.Settings;
import dev.waybill.Waybill;
import dev.waybill.spi.Backend;
import dev.waybill.spi.EventServices;
import dev.waybill.topic.Topics;

/// How an engine finds topics.
public final class EventsProvider implements EventServices.Provider {

  @Override
  public EventServices open(Backend backend, Waybill waybill, Settings settings) {
    TopicBook book = new TopicBook(backend.ledger(), settings.clock());
    return tenant -> topics(book, waybill.tenant(tenant), tenant);
  }

  private static Topics topics(TopicBook book, Waybill waybill, String tenant) {
    return new TenantTopics(book, new Publishing(book, waybill, tenant), waybill, tenant);
  }
}
