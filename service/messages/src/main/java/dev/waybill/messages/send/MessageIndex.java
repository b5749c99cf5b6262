package dev.waybill.messages.send;

import dev.waybill.Code;
import dev.waybill.Payload;
import dev.waybill.WaybillException;
import dev.waybill.base.Recent;
import dev.waybill.message.NewMessage;
import dev.waybill.messages.record.EventDetails;
import dev.waybill.messages.record.MessageFacts;
import dev.waybill.messages.template.MessageTemplates;
import dev.waybill.settings.Retention;
import dev.waybill.spi.Catalog;
import dev.waybill.spi.Catalog.EntryKey;
import dev.waybill.spi.Fact;
import dev.waybill.spi.Ledger;
import dev.waybill.spi.LedgerKey;
import dev.waybill.wire.json.InvalidDocument;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Carries messages from the ledger into the search index, from the position on that the index has.
/// The index follows from the ledger alone, so it can be deleted and built again. Any number of
/// servers may work on one index: the first to reach a position moves it.
final class MessageIndex {

  private static final System.Logger LOG = System.getLogger(MessageIndex.class.getName());

  /// The feed of messages, and the kind of their entries.
  static final String FEED = "$messages";

  private static final int FACTS_PER_READ = 1_000;

  /// The pause after a step that read little: the next one then reads more at once.
  private static final Duration REST = Duration.ofMillis(200);

  /// From this age of the oldest missing fact on, the index is late.
  private static final Duration LATE = Duration.ofSeconds(1);

  /// If it is late, it works this many times as long as it rests.
  private static final int LATE_REST = 4;

  /// Keys that the feed has delivered before the commands that need them.
  private static final int KEYS = 10_000;

  private final Ledger ledger;
  private final Catalog catalog;
  private final Function<String, MessageFacts> factsOf;
  private final MessageTemplates templates;
  private final Runnable onErased;
  private final Duration catchingUp;
  private final Recent<EntryKey, Payload> contentKeys = new Recent<>(KEYS);

  /// One step at a time: two would do the same work.
  private final ReentrantLock stepping = new ReentrantLock();

  private volatile boolean rebuilding;
  private volatile @Nullable Instant missingSince;

  /// @param factsOf the facts of a tenant
  /// @param onErased called before a message is replaced that was erased, on this server or on
  /// another one
  /// @param catchingUp for how long a search brings the index up to date itself, so that it knows
  /// messages that were accepted just before
  MessageIndex(
      Ledger ledger,
      Catalog catalog,
      Function<String, MessageFacts> factsOf,
      MessageTemplates templates,
      Runnable onErased,
      Duration catchingUp) {
    this.ledger = ledger;
    this.catalog = catalog;
    this.factsOf = factsOf;
    this.templates = templates;
    this.onErased = onErased;
    this.catchingUp = catchingUp;
  }

  static EntryKey key(LedgerKey message) {
    return new EntryKey(message.tenant(), FEED, message.id());
  }

  /// Brings the index up to date, for a limited time; false if it is still behind then. Facts that
  /// are recorded during the call may be missing.
  boolean catchUp() {
    long begin = System.nanoTime();
    do {
      step();
    } while (missingSince != null && System.nanoTime() - begin < catchingUp.toNanos());
    return missingSince == null;
  }

  /// One step; returns the time until the next one. Yields to senders: while they are busy, it
  /// rests as long as it works, or shorter if it is late. A rebuild does not rest.
  ///
  /// @param idle the time until the next step if there was nothing to do
  Duration stepInBackground(Duration idle, Instant now) {
    long begin = System.nanoTime();
    int facts = step();
    if (facts < FACTS_PER_READ) {
      rebuilding = false;
      return facts == 0 ? idle : REST;
    }
    Duration work = Duration.ofNanos(System.nanoTime() - begin);
    if (rebuilding) {
      return Duration.ZERO;
    }
    return isLate(now) ? work.dividedBy(LATE_REST) : work;
  }

  private boolean isLate(Instant now) {
    Instant since = missingSince;
    return since != null && since.isBefore(now.minus(LATE));
  }

  /// One step; the number of facts that it read, 0 if the index is up to date.
  int step() {
    stepping.lock();
    try {
      String from = catalog.position(FEED);
      rebuilding = rebuilding || from.isEmpty();
      MessageBatch batch = new MessageBatch();
      long to = read(batch, from.isEmpty() ? 0 : Long.parseLong(from));
      if (batch.hasErasures()) {
        onErased.run();
      }
      if (batch.facts() > 0) {
        missingSince = missingSince == null ? batch.firstAt() : missingSince;
        catalog.advance(batch.advance(catalog, this::entry, from, Long.toString(to)));
      }
      missingSince = batch.hasRoom() ? null : batch.lastAt();
      return batch.facts();
    } finally {
      stepping.unlock();
    }
  }

  /// For how many seconds a fact has been missing; 0 if none is known to be missing.
  long lagSeconds(Instant now) {
    Instant since = missingSince;
    return since == null ? 0 : Math.max(1, Duration.between(since, now).toSeconds());
  }

  /// Returns the position of the last fact.
  private long read(MessageBatch batch, long from) {
    long position = from;
    boolean more = true;
    while (more && batch.hasRoom()) {
      List<Fact.Recorded> some = ledger.tail(position, FACTS_PER_READ);
      for (Fact.Recorded recorded : some) {
        remember(recorded.fact());
        batch.add(recorded.fact());
        position = recorded.position();
      }
      more = some.size() == FACTS_PER_READ;
    }
    return position;
  }

  private void remember(Fact fact) {
    if (fact.key().kind().equals(Retention.MESSAGE_KEYS)) {
      contentKeys.put(key(fact.key()), fact.data());
    }
  }

  /// A message that cannot be decrypted is left out, so that it does not stop the others.
  private Optional<MessageEntry> entry(EntryKey key, Fact command) {
    try {
      return Optional.of(MessageEntry.created(key, command, request(key, command)));
    } catch (WaybillException failed) {
      if (failed.code() != Code.CORRUPT) {
        throw failed;
      }
      LOG.log(Level.WARNING, "message {0} cannot be read: {1}", key.id(), failed.getMessage());
      return Optional.empty();
    }
  }

  private @Nullable NewMessage request(EntryKey key, Fact command) {
    Payload contentKey = contentKeys.find(key).orElse(null);
    contentKeys.remove(key);
    NewMessage request =
        factsOf
            .apply(key.tenant())
            .content(key.id(), EventDetails.read(command.data()), contentKey);
    return request == null ? null : rendered(key.tenant(), request);
  }

  /// With the subject and the body that the recipient sees.
  private NewMessage rendered(String tenant, NewMessage request) {
    try {
      return templates.rendered(tenant, request);
    } catch (InvalidDocument deletedTemplate) {
      return request; // is found by its recipient and its tags
    }
  }

  /// Replaces the entries of erased messages at once by ones without personal data. Their words
  /// leave the files with the next [Catalog#purge].
  void erase(List<EntryKey> keys) {
    catchUp();
    stepping.lock();
    try {
      keys.forEach(contentKeys::remove);
      String position = catalog.position(FEED);
      List<Catalog.Entry> erased = catalog.find(keys).stream().map(MessageIndex::erased).toList();
      catalog.advance(new Catalog.Advance(FEED, position, position, erased, List.of()));
    } finally {
      stepping.unlock();
    }
  }

  private static Catalog.Entry erased(Catalog.Entry entry) {
    MessageEntry now = MessageEntry.known(entry);
    now.erase();
    return now.entry();
  }
}
