package dev.waybill.messages.send;

import dev.waybill.Payload;
import dev.waybill.Tenants;
import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import dev.waybill.message.Message;
import dev.waybill.message.Messages;
import dev.waybill.messages.record.ContentKeys;
import dev.waybill.messages.record.MessageFacts;
import dev.waybill.messages.template.MessageTemplates;
import dev.waybill.service.ServiceHost;
import dev.waybill.spi.Backend;
import dev.waybill.spi.Fact;
import dev.waybill.spi.Ledger;
import dev.waybill.spi.LedgerKey;
import dev.waybill.worker.Worker;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/// Sends the messages of all tenants of one engine: offers [Messages], and runs one worker per
/// tenant that has ever sent a message.
public final class MessageSending {

  private static final System.Logger LOG = System.getLogger(MessageSending.class.getName());
  private static final LedgerKey TENANTS = new LedgerKey(Tenants.SYSTEM, "msg.tenants", "");
  private static final Duration LOOK_EVERY = Duration.ofSeconds(1);
  private static final int CONCURRENCY = 64;
  private static final int PAGE = 1_000;

  private final Waybill waybill;
  private final Ledger ledger;
  private final Backend backend;
  private final MessageFacts.Ports ports;
  private final ProviderRoutes routes;
  private final MessageTemplates templates;
  private final TopicMessageFinder topicMessages;
  private final RecentContents contents = new RecentContents();
  private final MessageIndex index;
  private final Set<String> knownTenants = ConcurrentHashMap.newKeySet();
  private final List<Worker> workers = new ArrayList<>();
  private final CountDownLatch closed = new CountDownLatch(1);
  private final AtomicBoolean purgeDue = new AtomicBoolean();
  private long position;

  /// Finds messages that were published on topics.
  @FunctionalInterface
  public interface TopicMessageFinder {

    Optional<Message> find(String tenant, String messageId);
  }

  public MessageSending(
      ServiceHost host,
      ProviderRoutes routes,
      MessageTemplates templates,
      TopicMessageFinder topicMessages) {
    this.waybill = host.waybill();
    this.backend = host.backend();
    this.ledger = backend.ledger();
    this.ports =
        new MessageFacts.Ports(
            ledger, backend.blobs(), new ContentKeys(ledger), host.settings().clock());
    this.routes = routes;
    this.templates = templates;
    this.topicMessages = topicMessages;
    this.index = new MessageIndex(ledger, backend.catalog(), this::facts);
  }

  /// The messages as one tenant sees them.
  public Messages messages(String tenant) {
    MessageFacts facts = facts(tenant);
    return new TenantMessages(
        waybill.tenant(tenant),
        facts,
        new MessageSearch(index, backend.catalog(), facts),
        new TenantMessages.Shared(
            routes, contents, templates, topicMessages, this::note, () -> purgeDue.set(true)));
  }

  private MessageFacts facts(String tenant) {
    return new MessageFacts(ports, tenant);
  }

  /// Records that a tenant sends messages, so that every server runs a worker for it.
  private void note(String tenant) {
    if (!knownTenants.contains(tenant)) {
      ledger.record(List.of(Fact.of(TENANTS, 1, tenant, ports.clock().instant(), Payload.empty())));
      knownTenants.add(tenant);
    }
  }

  public void start() {
    Thread.ofVirtual().name("waybill-messages").start(this::run);
  }

  public void close() {
    closed.countDown();
    purge();
    synchronized (workers) {
      workers.forEach(Worker::close);
    }
  }

  private void run() {
    try {
      do {
        look();
      } while (!closed.await(LOOK_EVERY.toMillis(), TimeUnit.MILLISECONDS));
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void look() {
    try {
      startWorkers();
      while (closed.getCount() > 0 && index.step()) {
        // until the index is up to date
      }
      purge();
    } catch (WaybillException failed) {
      LOG.log(Level.DEBUG, "messages: the store does not answer; trying again", failed);
    }
  }

  /// Once for all messages that were erased since the last time.
  private void purge() {
    if (purgeDue.getAndSet(false)) {
      backend.catalog().purge();
    }
  }

  private void startWorkers() {
    for (Fact.Recorded recorded : ledger.history(TENANTS, position, PAGE)) {
      startWorker(recorded.fact().type());
      position = recorded.position();
    }
  }

  private MessageSender sender(String tenant) {
    return new MessageSender(facts(tenant), new MessageSender.Shared(routes, contents, templates));
  }

  private void startWorker(String tenant) {
    synchronized (workers) {
      if (closed.getCount() > 0) {
        workers.add(
            Worker.builder(waybill.tenant(tenant))
                .queue(SendJob.QUEUE)
                .name("message-sender")
                .concurrency(CONCURRENCY)
                .handle(SendJob.TYPE, sender(tenant))
                .start());
      }
    }
  }
}
