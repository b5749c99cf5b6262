package dev.waybill.bench.measure;

import dev.waybill.Waybill;
import dev.waybill.engine.EngineOpener;
import dev.waybill.message.Messages;
import dev.waybill.message.NewMessage;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Backend;
import dev.waybill.spi.Catalog.EntryKey;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// A store with messages, and its search index as the engine sees it.
final class MessageStore implements AutoCloseable {

  private static final String TENANT = "default";
  private static final String FEED = "$messages";
  private static final String QUEUE = "msg.commands";
  private static final int BULK = 1_000;
  private static final int CALLERS = 8;
  private static final long LOOK_NANOS = 10_000_000;
  private static final Duration LATER = Duration.ofDays(30);

  private final Backend backend;
  private final Waybill waybill;

  private MessageStore(Path folder) {
    backend = EngineOpener.backend(folder.toUri(), Settings.DEFAULT);
    waybill = EngineOpener.over(backend, Settings.DEFAULT);
  }

  static MessageStore open(Path folder) {
    return new MessageStore(folder);
  }

  void pauseSending() {
    waybill.pause(QUEUE);
  }

  void resumeSending() {
    waybill.resume(QUEUE);
  }

  Messages messages() {
    return waybill.messages();
  }

  void accept(int count) {
    accept(count, null);
  }

  /// Messages that are sent in the far future.
  void acceptForLater(int count) {
    accept(count, Instant.now().plus(LATER));
  }

  private void accept(int count, @Nullable Instant sendAt) {
    AtomicInteger taken = new AtomicInteger();
    try (Callers group = new Callers()) {
      for (int i = 0; i < CALLERS; i++) {
        SampleMessages samples = new SampleMessages(i);
        group.start(
            () -> {
              for (int from = taken.getAndAdd(BULK); from < count; from = taken.getAndAdd(BULK)) {
                messages().sendAll(bulk(samples, from, Math.min(BULK, count - from), sendAt));
              }
            });
      }
    }
  }

  private static List<NewMessage> bulk(
      SampleMessages samples, int from, int count, @Nullable Instant sendAt) {
    List<NewMessage> bulk = new ArrayList<>();
    for (int i = from; i < from + count; i++) {
      bulk.add(samples.next("u" + i + "@example.org", sendAt));
    }
    return bulk;
  }

  void awaitSent() {
    while (waybill.stats(QUEUE).waiting() + waybill.stats(QUEUE).running() > 0) {
      LockSupport.parkNanos(LOOK_NANOS);
    }
  }

  long facts() {
    return backend.ledger().beforeNewest(0);
  }

  void awaitIndex() {
    long last = facts();
    String position = backend.catalog().position(FEED);
    while (position.isEmpty() || Long.parseLong(position) < last) {
      LockSupport.parkNanos(LOOK_NANOS);
      position = backend.catalog().position(FEED);
    }
  }

  void clearIndex() {
    backend.catalog().clear();
  }

  /// Whether the index has the message, without bringing it up to date.
  boolean isIndexed(String messageId) {
    return !backend.catalog().find(List.of(new EntryKey(TENANT, FEED, messageId))).isEmpty();
  }

  @Override
  public void close() {
    waybill.close();
  }
}
