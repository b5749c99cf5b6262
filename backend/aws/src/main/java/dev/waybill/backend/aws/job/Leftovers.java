package dev.waybill.backend.aws.job;

import dev.waybill.backend.aws.job.Hints.Hint;
import dev.waybill.backend.aws.job.LaneQueues.Lane;
import dev.waybill.backend.support.JobRecord;
import dev.waybill.backend.support.Retries;
import dev.waybill.record.StoredJob;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/// Passes on the messages of jobs that no call of this server has leased within a second, so that
/// another server hears of them: sends each again and deletes the old one. To make the old one
/// visible again would count towards the receives after which SQS takes it for a dead letter.
final class Leftovers {

  private static final System.Logger LOG = System.getLogger(Leftovers.class.getName());
  private static final Duration KEPT = Duration.ofSeconds(1);

  private final Hints hints;
  private final JobTable table;
  private final LaneQueues queues;
  private final Outbox outbox;
  private final Retries retries;
  private final Supplier<Instant> now;
  private final AtomicBoolean runs = new AtomicBoolean();

  Leftovers(
      Hints hints,
      JobTable table,
      LaneQueues queues,
      Outbox outbox,
      Retries retries,
      Supplier<Instant> now) {
    this.hints = hints;
    this.table = table;
    this.queues = queues;
    this.outbox = outbox;
    this.retries = retries;
    this.now = now;
  }

  /// Looks after the hints that were added.
  void watch() {
    if (!hints.isEmpty() && runs.compareAndSet(false, true)) {
      Thread.ofVirtual().name("waybill-leftovers").start(this::passOnAll);
    }
  }

  private void passOnAll() {
    try {
      while (!hints.isEmpty() && retries.isOpen()) {
        retries.pause(KEPT);
        passOn(KEPT);
      }
    } catch (RuntimeException failed) {
      LOG.log(Level.DEBUG, "messages stay with this server for now", failed);
    } finally {
      runs.set(false);
    }
  }

  /// Passes on everything, because this server ends.
  void passOnAtEnd() {
    try {
      passOn(Duration.ZERO);
    } catch (RuntimeException failed) {
      LOG.log(Level.DEBUG, "messages are visible again after their timeout", failed);
    }
  }

  /// Passes on what was received at least this long ago.
  void passOn(Duration age) {
    List<Hint> old = hints.takeOlderThan(age);
    if (old.isEmpty() || outbox.isHeld()) {
      return;
    }
    outbox.ring(waiting(old), now.get());
    Map<Lane, List<String>> receipts =
        old.stream()
            .collect(
                Collectors.groupingBy(
                    Hint::from, Collectors.mapping(Hint::receipt, Collectors.toList())));
    receipts.forEach(queues::delete);
  }

  private List<StoredJob> waiting(List<Hint> old) {
    return table.findAll(old.stream().map(Hint::job).toList()).values().stream()
        .filter(Objects::nonNull)
        .map(JobItem::record)
        .map(JobRecord::job)
        .filter(job -> job.state().isWaiting())
        .toList();
  }
}
