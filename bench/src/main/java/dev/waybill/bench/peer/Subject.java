package dev.waybill.bench.peer;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// A job store to measure. Opened empty; every call returns when its effect is as durable as the
/// subject guarantees.
public interface Subject extends AutoCloseable {

  void enqueue(String payload);

  void enqueueAll(List<String> payloads);

  /// Runs all jobs until the result is closed. The handler gets the payload of each job when it
  /// starts, and takes no time.
  Work work(int concurrency, Consumer<String> handler);

  /// Adds waiting jobs that the measured workers do not run.
  void enqueueForOthers(List<String> payloads);

  /// Waits until all jobs can be listed and returns how long that took; empty if this is always the
  /// case.
  default Optional<Duration> awaitHistory() {
    return Optional.empty();
  }

  @Override
  void close();

  /// Running workers.
  interface Work extends AutoCloseable {

    @Override
    void close();
  }
}
