package dev.waybill.backend.nats;

import dev.waybill.backend.support.LeasePreference;
import dev.waybill.base.BackgroundLoop;
import dev.waybill.bytes.ByteReader;
import dev.waybill.bytes.ByteWriter;
import dev.waybill.spi.QueueKey;
import io.nats.client.Connection;
import io.nats.client.Dispatcher;
import io.nats.client.Message;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/// Tracks which servers lease from which queues. Each server announces it from time to time, so
/// that they do not compete for the same job. Without announcements each server leases from the
/// whole queue, which is only slower.
final class LeasingServers implements AutoCloseable {

  private static final String SUBJECT = "wb.here";
  private static final Duration EVERY = Duration.ofMillis(500);
  private static final Duration FORGOTTEN_AFTER = Duration.ofSeconds(2);
  private static final int QUEUES_TOLD = 5_000;

  /// Less than every server of NATS accepts, see [NatsLink#requireRoomInMessages].
  private static final int LONGEST_MESSAGE = 4 * 1024;

  /// More than the lengths of two names take.
  private static final int MORE_BYTES = 10;

  private final String name = UUID.randomUUID().toString();
  private final Connection connection;
  private final Dispatcher dispatcher;
  private final BackgroundLoop loop;

  /// When each server last leased from a queue, including this one.
  private final Map<QueueKey, Map<String, Long>> heard = new ConcurrentHashMap<>();

  LeasingServers(Connection connection) {
    this.connection = connection;
    this.dispatcher = connection.createDispatcher();
    dispatcher.subscribe(SUBJECT, this::hear);
    loop = new BackgroundLoop("nats-peers", EVERY, this::step).start();
  }

  /// Records that this server leases from the queue, and returns its share.
  LeasePreference shareOf(QueueKey queue) {
    long now = System.nanoTime();
    Map<String, Long> servers = heard.computeIfAbsent(queue, _ -> new ConcurrentHashMap<>());
    if (servers.put(name, now) == null) {
      tell(List.of(queue));
    }
    if (servers.size() == 1) {
      return LeasePreference.ALL;
    }
    List<String> here =
        servers.entrySet().stream()
            .filter(server -> isFresh(server.getValue(), now))
            .map(Map.Entry::getKey)
            .sorted()
            .toList();
    return new LeasePreference(here.indexOf(name), here.size());
  }

  @Override
  public void close() {
    loop.close();
    if (connection.getStatus() != Connection.Status.CLOSED) {
      connection.closeDispatcher(dispatcher);
    }
  }

  private Duration step() {
    forget();
    tell(heard.keySet().stream().filter(this::isHere).limit(QUEUES_TOLD).toList());
    return EVERY;
  }

  private boolean isHere(QueueKey queue) {
    return heard.getOrDefault(queue, Map.of()).containsKey(name);
  }

  private void forget() {
    long now = System.nanoTime();
    heard.values().forEach(servers -> servers.values().removeIf(at -> !isFresh(at, now)));
    heard.values().removeIf(Map::isEmpty);
  }

  private static boolean isFresh(long at, long now) {
    return now - at < FORGOTTEN_AFTER.toNanos();
  }

  private void tell(List<QueueKey> queues) {
    if (queues.isEmpty() || connection.getStatus() != Connection.Status.CONNECTED) {
      return;
    }
    List<QueueKey> some = new ArrayList<>();
    long bytes = 0;
    for (QueueKey queue : queues) {
      some.add(queue);
      bytes += queue.tenant().length() + queue.queue().length() + MORE_BYTES;
      if (bytes > LONGEST_MESSAGE) {
        publish(some);
        some.clear();
        bytes = 0;
      }
    }
    if (!some.isEmpty()) {
      publish(some);
    }
  }

  private void publish(List<QueueKey> queues) {
    ByteWriter out = new ByteWriter(256).putText(name).putSmall(queues.size());
    queues.forEach(queue -> out.putText(queue.tenant()).putText(queue.queue()));
    try {
      connection.publish(SUBJECT, out.copy());
    } catch (IllegalStateException notNow) {
      // announced again soon
    }
  }

  private void hear(Message message) {
    ByteReader in = new ByteReader(message.getData());
    String server = in.getText();
    if (!server.equals(name)) {
      long now = System.nanoTime();
      for (int left = in.getSmallInt(); left > 0; left--) {
        QueueKey queue = new QueueKey(in.getText(), in.getText());
        heard.computeIfAbsent(queue, _ -> new ConcurrentHashMap<>()).put(server, now);
      }
    }
  }
}
