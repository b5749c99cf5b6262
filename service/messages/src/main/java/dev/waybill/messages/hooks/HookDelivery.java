package dev.waybill.messages.hooks;

import dev.waybill.Waybill;
import dev.waybill.base.BackgroundLoop;
import dev.waybill.engine.register.Register;
import dev.waybill.message.MessageHooks;
import dev.waybill.messages.http.HttpSender;
import dev.waybill.messages.http.Network;
import dev.waybill.messages.provider.ProviderHost;
import dev.waybill.messages.provider.hook.EndpointHealth;
import dev.waybill.messages.record.ContentKeys;
import dev.waybill.service.ServiceHost;
import dev.waybill.worker.Worker;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// Tells the endpoints of all tenants of one engine: offers [MessageHooks], follows the events, and
/// runs one worker per tenant that has a hook.
public final class HookDelivery {

  private static final Duration LOOK_EVERY = Duration.ofMillis(500);
  private static final int CONCURRENCY = 16;

  private final Waybill waybill;
  private final ServiceHost host;
  private final HookBook book;
  private final EndpointHealth health;
  private final Network network;
  private final HttpSender http;
  private final HookFeed feed;
  private final Map<String, Worker> workers = new ConcurrentHashMap<>();
  private final BackgroundLoop loop = new BackgroundLoop("message-hooks", LOOK_EVERY, this::step);

  /// @param network the way to endpoints, with the checks of addresses
  public HookDelivery(ServiceHost host, ProviderHost network) {
    this.host = host;
    this.waybill = host.waybill();
    this.book = new HookBook(network.ledger(), new ContentKeys(network.ledger()), network.clock());
    this.health =
        new EndpointHealth(network.ledger(), network.clock(), EndpointHealth.Policy.DEFAULT);
    this.network = network.network();
    this.http = new HttpSender(this.network, HttpSender.Timeouts.DEFAULT, network.clock());
    this.feed = new HookFeed(waybill, network.ledger(), book, network.clock());
  }

  /// The hooks as one tenant sees them.
  public MessageHooks hooks(String tenant) {
    return new TenantHooks(
        tenant, book, health, network, host.backend().ledger(), host.settings().clock());
  }

  public void start() {
    loop.start();
  }

  public void close() {
    loop.close();
    workers.values().forEach(Worker::close);
  }

  private Duration step() {
    for (Register.Name hook : book.all().keySet()) {
      workers.computeIfAbsent(hook.tenant(), this::worker);
    }
    return feed.step() ? Duration.ZERO : LOOK_EVERY;
  }

  private Worker worker(String tenant) {
    HookSender sender =
        new HookSender(
            tenant, book, http, health, host.settings().callObserver(), host.settings().clock());
    return Worker.builder(waybill.tenant(tenant))
        .queue(HookJob.QUEUE)
        .name("message-hooks")
        .concurrency(CONCURRENCY)
        .handle(HookJob.TYPE, sender)
        .start();
  }
}
