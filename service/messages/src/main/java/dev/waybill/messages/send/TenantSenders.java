package dev.waybill.messages.send;

import dev.waybill.worker.Worker;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;

/// The workers that send messages: one per tenant with messages to send, so that any number of
/// tenants may have sent messages before.
final class TenantSenders implements AutoCloseable {

  private static final Duration IDLE = Duration.ofMinutes(1);

  private final Function<String, Worker> starter;
  private final InstantSource clock;
  private final Map<String, Sender> senders = new HashMap<>();
  private boolean closed;

  /// @param usedAt when the tenant last had messages to send
  private record Sender(Worker worker, Instant usedAt) {}

  /// @param starter starts the worker of a tenant
  TenantSenders(Function<String, Worker> starter, InstantSource clock) {
    this.starter = starter;
    this.clock = clock;
  }

  /// The tenant has messages to send, now or in a moment.
  synchronized void open(String tenant) {
    if (!closed) {
      Instant now = clock.instant();
      senders.compute(
          tenant,
          (_, sender) -> new Sender(sender == null ? starter.apply(tenant) : sender.worker(), now));
    }
  }

  /// The tenant has nothing to send now. Its worker ends if that lasts.
  void idle(String tenant) {
    removeIdle(tenant).forEach(Worker::close);
  }

  private synchronized List<Worker> removeIdle(String tenant) {
    Sender sender = senders.get(tenant);
    if (sender == null || clock.instant().isBefore(sender.usedAt().plus(IDLE))) {
      return List.of();
    }
    senders.remove(tenant);
    return List.of(sender.worker());
  }

  synchronized int count() {
    return senders.size();
  }

  /// All at once: each waits for the messages that it is sending.
  @Override
  public void close() {
    List<Worker> last = removeAll();
    try (ExecutorService closing = Executors.newVirtualThreadPerTaskExecutor()) {
      last.forEach(worker -> closing.execute(worker::close));
    }
  }

  private synchronized List<Worker> removeAll() {
    closed = true;
    List<Worker> all = new ArrayList<>();
    senders.values().forEach(sender -> all.add(sender.worker()));
    senders.clear();
    return all;
  }
}
