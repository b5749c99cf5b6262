package dev.waybill.worker;

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

/// The workers of a service: one per tenant with jobs of that service, so that any number of
/// tenants may have had some before.
public final class TenantWorkers implements AutoCloseable {

  private static final Duration IDLE = Duration.ofMinutes(1);

  private final Function<String, Worker> starter;
  private final InstantSource clock;
  private final Map<String, Used> workers = new HashMap<>();
  private boolean closed;

  /// @param usedAt when the tenant last had jobs
  private record Used(Worker worker, Instant usedAt) {}

  /// @param starter starts the worker of a tenant
  public TenantWorkers(Function<String, Worker> starter, InstantSource clock) {
    this.starter = starter;
    this.clock = clock;
  }

  /// The tenant has jobs, now or in a moment.
  public synchronized void open(String tenant) {
    if (!closed) {
      Instant now = clock.instant();
      workers.compute(
          tenant, (_, used) -> new Used(used == null ? starter.apply(tenant) : used.worker(), now));
    }
  }

  /// The tenant has no jobs now. Its worker ends if that lasts.
  public void idle(String tenant) {
    removeIdle(tenant).forEach(Worker::close);
  }

  private synchronized List<Worker> removeIdle(String tenant) {
    Used used = workers.get(tenant);
    if (used == null || clock.instant().isBefore(used.usedAt().plus(IDLE))) {
      return List.of();
    }
    workers.remove(tenant);
    return List.of(used.worker());
  }

  /// All at once: each waits for its running jobs.
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
    workers.values().forEach(used -> all.add(used.worker()));
    workers.clear();
    return all;
  }
}
