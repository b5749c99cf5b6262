package dev.waybill.messages;

import dev.waybill.Job;
import dev.waybill.NewJob;
import dev.waybill.Settings;
import dev.waybill.Timeline;
import dev.waybill.Waybill;
import dev.waybill.message.Messages;
import dev.waybill.message.NewMessage;
import dev.waybill.spi.Backend;
import dev.waybill.spi.EventServices;
import dev.waybill.spi.Ledger;
import dev.waybill.spi.MessageServices;
import java.util.List;

/// How an engine finds messages.
public final class MessagesProvider implements MessageServices.Provider {

  @Override
  public MessageServices open(
      Backend backend, Waybill waybill, EventServices events, Settings settings) {
    return new Opened(backend.ledger(), events, settings);
  }

  private record Opened(Ledger ledger, EventServices events, Settings settings)
      implements MessageServices {

    @Override
    public Messages messages(String tenant) {
      return tenant(tenant);
    }

    @Override
    public List<NewJob> expand(String tenant, String topic, NewMessage message) {
      return tenant(tenant).expand(topic, message);
    }

    @Override
    public List<Timeline.Entry> story(Job job) {
      return tenant(job.tenant()).story(job);
    }

    private TenantMessages tenant(String tenant) {
      MessageRecords records = new MessageRecords(ledger, tenant, settings.clock());
      return new TenantMessages(records, events, tenant, settings.region());
    }
  }
}
