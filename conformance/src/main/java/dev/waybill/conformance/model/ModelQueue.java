package dev.waybill.conformance.model;

import dev.waybill.Priority;
import dev.waybill.QueueStats;
import dev.waybill.State;
import dev.waybill.bytes.JobCodes;
import dev.waybill.record.Picking;
import dev.waybill.spi.QueueKey;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/// One queue of the model: its waiting jobs in order.
final class ModelQueue {

  private final QueueKey key;
  private final Picking picking = new Picking();
  private final Set<ModelJob> waiting = new LinkedHashSet<>();
  private boolean paused;

  ModelQueue(QueueKey key) {
    this.key = key;
  }

  QueueKey key() {
    return key;
  }

  void pause(boolean pause) {
    paused = pause;
  }

  void add(ModelJob job) {
    waiting.add(job);
  }

  void remove(ModelJob job) {
    waiting.remove(job);
  }

  Optional<ModelJob> pick(Instant now) {
    if (paused) {
      return Optional.empty();
    }
    int lane = picking.next(each -> readySince(each, now), now.toEpochMilli());
    return lane == Picking.NO_LANE ? Optional.empty() : head(JobCodes.priority(lane), now);
  }

  private long readySince(int lane, Instant now) {
    return head(JobCodes.priority(lane), now)
        .map(job -> job.stored().position().ready())
        .orElse(Picking.EMPTY);
  }

  /// The first ready job of each lane that has one, most urgent lane first.
  List<ModelJob> heads(Instant now) {
    return paused
        ? List.of()
        : Arrays.stream(Priority.values()).flatMap(lane -> head(lane, now).stream()).toList();
  }

  QueueStats stats(Collection<ModelJob> everyone, Instant now) {
    List<ModelJob> mine = everyone.stream().filter(this::holds).toList();
    QueueStats.Counts counts =
        new QueueStats.Counts(
            count(mine, job -> job.asOf(now).state() == State.QUEUED),
            count(mine, job -> job.stored().state() == State.RUNNING),
            count(mine, job -> job.asOf(now).state() == State.SCHEDULED),
            count(mine, job -> job.stored().state() == State.DEAD));
    return new QueueStats(key.queue(), paused, counts, oldestAge(now));
  }

  private boolean holds(ModelJob job) {
    return job.draft.key().tenant().equals(key.tenant())
        && job.draft.job().queue().equals(key.queue());
  }

  private Optional<ModelJob> head(Priority lane, Instant now) {
    return waiting.stream()
        .filter(job -> job.draft.job().priority() == lane && job.stored().isReady(now))
        .min(Comparator.comparing(job -> job.stored().position()));
  }

  private Duration oldestAge(Instant now) {
    return waiting.stream()
        .filter(job -> job.stored().isReady(now))
        .map(ModelQueue::readySince)
        .min(Comparator.naturalOrder())
        .map(since -> Duration.between(since, now))
        .orElse(Duration.ZERO);
  }

  List<ModelJob> readySince(Instant before, Instant now) {
    return waiting.stream()
        .filter(job -> job.stored().isReady(now) && readySince(job).isBefore(before))
        .toList();
  }

  private static Instant readySince(ModelJob job) {
    return Instant.ofEpochMilli(job.stored().position().ready());
  }

  private static long count(List<ModelJob> jobs, Predicate<ModelJob> which) {
    return jobs.stream().filter(which).count();
  }
}
