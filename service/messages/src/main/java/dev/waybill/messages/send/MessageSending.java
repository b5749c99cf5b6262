package dev.waybill.messages.send;

import dev.waybill.Code;
import dev.waybill.Payload;
import dev.waybill.QueueStats;
import dev.waybill.RetryPolicy;
import dev.waybill.Tenants;
import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import dev.waybill.base.BackgroundLoop;
import dev.waybill.message.Messages;
import dev.waybill.message.Suppressions;
import dev.waybill.messages.NotificationTarget;
import dev.waybill.messages.provider.LaterReports;
import dev.waybill.messages.provider.MessageProvider;
import dev.waybill.messages.record.ContentKeys;
import dev.waybill.messages.record.MessageFacts;
import dev.waybill.messages.record.ProviderReports;
import dev.waybill.messages.record.ReceiptSigner;
import dev.waybill.messages.template.MessageTemplates;
import dev.waybill.service.ServiceHost;
import dev.waybill.settings.Retention;
import dev.waybill.spi.Backend;
import dev.waybill.spi.Catalog;
import dev.waybill.spi.Fact;
import dev.waybill.spi.Ledger;
import dev.waybill.spi.LedgerKey;
import dev.waybill.worker.TenantWorkers;
import dev.waybill.worker.Worker;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/// Sends the messages of all tenants of one engine: offers [Messages], and runs the senders, the
/// status lookups, and the search index.
public final class MessageSending {

  private static final System.Logger LOG = System.getLogger(MessageSending.class.getName());
  private static final LedgerKey TENANTS = new LedgerKey(Tenants.SYSTEM, "msg.tenants", "");
  private static final Duration LOOK_EVERY = Duration.ofSeconds(1);
  private static final Duration CATCHING_UP = Duration.ofSeconds(1);
  /// Messages of a tenant that are under way: each waits for three durable steps, and those of many
  /// share a sync.
  private static final int CONCURRENCY = 256;
  private static final int PAGE = 1_000;

  private final Waybill waybill;
  private final Ledger ledger;
  private final Backend backend;
  private final MessageFacts.Ports ports;
  private final ProviderRoutes routes;
  private final MessageTemplates templates;
  private final SendLimits limits;
  private final RetryPolicy retry;
  private final RecentContents contents = new RecentContents();
  private final MessageIndex index;
  private final Retention retention;
  private final ProviderCalls calls;
  private final Set<String> knownTenants = ConcurrentHashMap.newKeySet();
  private final TenantWorkers senders;
  private final BackgroundLoop indexing =
      new BackgroundLoop("message-index", LOOK_EVERY, this::step);
  private final List<BackgroundLoop> loops;
  private final TenantRetention tenantRetention;
  private final IndexPurge purge;
  private final ReceiptSigner signer;
  private long position;

  public MessageSending(ServiceHost host, ProviderRoutes routes, MessageTemplates templates) {
    this.waybill = host.waybill();
    this.backend = host.backend();
    this.ledger = backend.ledger();
    this.ports =
        new MessageFacts.Ports(
            ledger, backend.blobs(), new ContentKeys(ledger), host.settings().clock());
    this.routes = routes;
    this.templates = templates;
    this.limits = SendLimits.of(host.settings());
    this.retry = SendJob.retry(host.settings());
    this.purge = new IndexPurge(backend.catalog(), host.settings().clock());
    this.signer = new ReceiptSigner(ledger);
    this.index =
        new MessageIndex(
            ledger, backend.catalog(), this::facts, templates, purge::mark, CATCHING_UP);
    this.retention = host.settings().retention();
    this.senders = new TenantWorkers(this::startSender, ports.clock());
    this.loops = loops();
    this.tenantRetention = TenantRetention.of(host.settings());
    this.calls = new ProviderCalls(host.settings().callObserver());
  }

  /// The messages as one tenant sees them.
  public Messages messages(String tenant) {
    MessageFacts facts = facts(tenant);
    return new TenantMessages(
        waybill.tenant(tenant),
        facts,
        new MessageSearch(index, backend.catalog(), facts),
        new Erasing.Shared(contents, signer, purge),
        new TenantMessages.Shared(routes, contents, templates, retry, this::note, calls.observer()),
        horizon(tenant));
  }

  /// How far ahead a message may be scheduled: it is deleted when its retention is over.
  private Duration horizon(String tenant) {
    Duration kept = tenantRetention.of(tenant);
    return kept.minus(kept.dividedBy(10));
  }

  /// Makes reports of providers inside the server at their time.
  public static LaterReports laterReports(Waybill waybill) {
    return ReportJob.planning(waybill);
  }

  /// What timelines show of messages.
  public MessageTimeline timeline() {
    return new MessageTimeline(this::facts);
  }

  /// For how many seconds a fact of the ledger has been missing in the search index of messages.
  public long indexLagSeconds() {
    return index.lagSeconds(ports.clock().instant());
  }

  /// Records what providers report.
  public ProviderReports reports() {
    return new ProviderReports(ports);
  }

  /// The suppression list as one tenant sees it.
  public Suppressions suppressions(String tenant) {
    return new TenantSuppressions(ports.suppressions(), facts(tenant));
  }

  public MessageFacts facts(String tenant) {
    return new MessageFacts(ports, tenant);
  }

  /// Processes the messages on topics of one tenant.
  ///
  /// @throws WaybillException if no provider delivers to the target
  public MessageProcessor processor(String tenant, NotificationTarget target) {
    check(tenant, target);
    Waybill own = waybill.tenant(tenant);
    return new MessageProcessor(own, facts(tenant), shared(), target);
  }

  /// Refuses a target that no provider delivers to.
  public void check(String tenant, NotificationTarget target) {
    routes.check(tenant, target.message("", "").build());
  }

  private MessageSender.Shared shared() {
    return new MessageSender.Shared(routes, contents, templates, limits, calls);
  }

  /// Records that a tenant sends messages, so that every server knows it.
  private void note(String tenant) {
    if (!knownTenants.contains(tenant)) {
      ledger.record(List.of(Fact.of(TENANTS, 1, tenant, ports.clock().instant(), Payload.empty())));
      knownTenants.add(tenant);
    }
    senders.open(tenant);
  }

  private List<BackgroundLoop> loops() {
    List<BackgroundLoop> all = new ArrayList<>();
    all.add(new BackgroundLoop("message-senders", LOOK_EVERY, this::openSenders));
    routes.providers().stream()
        .filter(provider -> provider.traits().reports())
        .map(this::lookups)
        .forEach(all::add);
    return List.copyOf(all);
  }

  /// Keeps the search index, which belongs to this process: follows the ledger, and deletes and
  /// purges what is erased or has expired.
  public void startIndexing() {
    indexing.start();
  }

  /// Sends messages, and looks up their states.
  public void startSending() {
    loops.forEach(BackgroundLoop::start);
  }

  public void close() {
    loops.forEach(BackgroundLoop::close);
    indexing.close();
    senders.close();
    purge.runNow();
  }

  private Duration step() {
    Duration rest = index.stepInBackground(LOOK_EVERY, ports.clock().instant());
    if (rest.isPositive()) {
      expire();
    }
    purge.run();
    return rest;
  }

  /// Removes what is left of messages whose facts have expired: contents in blobs, and entries of
  /// the index.
  private void expire() {
    Instant now = ports.clock().instant();
    tenantRetention.expire(backend.catalog(), this::facts, now, purge::markExpired);
    Instant limit = retention.factsExpired(Retention.COMMANDS, now);
    if (limit.equals(Instant.MIN)) {
      return;
    }
    List<Catalog.EntryKey> expired = backend.catalog().upTo(MessageIndex.FEED, limit, PAGE);
    if (!expired.isEmpty()) {
      expired.forEach(key -> facts(key.tenant()).deleteBlob(key.id()));
      purge.markExpired();
      backend.catalog().delete(expired);
    }
  }

  private Duration openSenders() {
    readTenants();
    knownTenants.forEach(tenant -> forTenant(tenant, () -> openOrIdle(tenant)));
    return LOOK_EVERY;
  }

  private void readTenants() {
    List<Fact.Recorded> page;
    do {
      page = ledger.history(TENANTS, position, PAGE);
      page.forEach(recorded -> knownTenants.add(recorded.fact().type()));
      position = page.isEmpty() ? position : page.getLast().position();
    } while (page.size() == PAGE);
  }

  private void openOrIdle(String tenant) {
    if (hasWork(tenant, SendJob.QUEUE)) {
      senders.open(tenant);
    } else {
      senders.idle(tenant);
    }
  }

  /// True if a job is due or may have lost its worker.
  private boolean hasWork(String tenant, String queue) {
    QueueStats stats = waybill.tenant(tenant).stats(queue);
    return stats.waiting() + stats.running() > 0;
  }

  private Worker startSender(String tenant) {
    Waybill own = waybill.tenant(tenant);
    return Worker.builder(own)
        .queue(SendJob.QUEUE)
        .name("message-sender")
        .concurrency(CONCURRENCY)
        .handle(
            SendJob.TYPE, new SendContext(tenant, new MessageSender(own, facts(tenant), shared())))
        .start();
  }

  /// Looks up the messages of all tenants at one provider. Another tenant comes first each time,
  /// because the provider may allow few lookups.
  private BackgroundLoop lookups(MessageProvider provider) {
    String queue = CheckJob.queue(provider.key());
    AtomicInteger turn = new AtomicInteger();
    return new BackgroundLoop(
        "message-checks-" + provider.key(),
        LOOK_EVERY,
        () -> {
          AtomicBoolean more = new AtomicBoolean();
          List<String> tenants = new ArrayList<>(knownTenants);
          Collections.rotate(tenants, turn.getAndIncrement());
          for (String tenant : tenants) {
            forTenant(
                tenant,
                () -> {
                  if (hasWork(tenant, queue) && checks(tenant, provider).round()) {
                    more.set(true);
                  }
                });
          }
          return more.get() ? Duration.ZERO : LOOK_EVERY;
        });
  }

  private ProviderChecks checks(String tenant, MessageProvider provider) {
    return new ProviderChecks(waybill.tenant(tenant), facts(tenant), provider);
  }

  /// A failure for one tenant does not stop the others.
  private static void forTenant(String tenant, Runnable step) {
    try {
      step.run();
    } catch (WaybillException failed) {
      if (failed.code() == Code.CLOSED || failed.code() == Code.INTERRUPTED) {
        throw failed;
      }
      LOG.log(Level.WARNING, "messages of tenant " + tenant + " wait for the next try", failed);
    }
  }
}
