package dev.waybill.messages;

import dev.waybill.message.Messages;
import dev.waybill.service.MessageExpansion;
import dev.waybill.service.ServiceHost;
import dev.waybill.service.ServiceProvider;

/// Adds messages to an engine.
public final class MessagesProvider implements ServiceProvider {

  @Override
  public void open(ServiceHost host) {
    host.offer(Messages.class, tenant -> messages(host, tenant));
    host.offer(MessageExpansion.class, tenant -> messages(host, tenant));
    host.addToTimelines(job -> messages(host, job.tenant()).timeline(job));
  }

  private static TenantMessages messages(ServiceHost host, String tenant) {
    MessageRecords records =
        new MessageRecords(host.backend().ledger(), tenant, host.settings().clock());
    return new TenantMessages(records, host, tenant);
  }
}
