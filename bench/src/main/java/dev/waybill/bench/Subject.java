package dev.waybill.bench;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// A store of jobs that is measured. Opened empty; every call answers after its effect is as
/// durable as the subject makes it.
interface Subject extends AutoCloseable {

  void enqueue(String payload);

  void enqueueAll(List<String> payloads);

  /// Runs what waits, and what comes, until the answer is closed. The handler is told the payload
  /// of each job when it starts, and takes no time.
  Work work(int concurrency, Consumer<String> handler);

  /// Adds jobs that wait, but not for the workers that are measured.
  void enqueueForOthers(List<String> payloads);

  /// Waits until all that has happened can be listed, and says how long that took; empty where
  /// that is so at any time.
  default Optional<Duration> awaitHistory() {
    return Optional.empty();
  }

  @Override
  void close();

  /// Workers that run.
  interface Work extends AutoCloseable {

    @Override
    void close();
  }
}
