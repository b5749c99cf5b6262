package dev.waybill.testkit;

import dev.waybill.Priority;
import dev.waybill.QueueStats;
import dev.waybill.State;
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

/// One queue of the model: who waits in it, and who is next.
final class ModelQueue {

  /// Every so many picks, a job of a lower lane goes first if it has waited long enough.
  private static final int FAIR_PICK = 10;

  private static final Duration LONG_WAIT = Duration.ofSeconds(30);

  private final QueueKey key;
  private final Set<ModelJob> waiting = new LinkedHashSet<>();
  private boolean paused;
  private int picks;

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
    List<ModelJob> heads = heads(now);
    if (heads.isEmpty()) {
      return Optional.empty();
    }
    picks++;
    return Optional.of(picks % FAIR_PICK == 0 ? fairest(heads, now) : heads.getFirst());
  }

  /// The first ready job of each lane that has one, most urgent lane first.
  List<ModelJob> heads(Instant now) {
    return paused
        ? List.of()
        : Arrays.stream(Priority.values()).flatMap(lane -> head(lane, now).stream()).toList();
  }

  QueueStats stats(Collection<ModelJob> everyone, Instant now) {
    List<ModelJob> mine = everyone.stream().filter(this::holds).toList();
    return new QueueStats(
        key.queue(),
        paused,
        count(mine, job -> job.asOf(now).state() == State.QUEUED),
        count(mine, ModelJob::isRunning),
        count(mine, job -> job.asOf(now).state() == State.SCHEDULED),
        count(mine, job -> job.progress().state() == State.DEAD),
        oldestAge(now));
  }

  private boolean holds(ModelJob job) {
    return job.draft.key().tenant().equals(key.tenant())
        && job.draft.job().queue().equals(key.queue());
  }

  private Optional<ModelJob> head(Priority lane, Instant now) {
    return waiting.stream()
        .filter(job -> job.draft.job().priority() == lane && job.isReady(now))
        .min(Comparator.comparing(ModelJob::place));
  }

  private static ModelJob fairest(List<ModelJob> heads, Instant now) {
    return heads.stream()
        .skip(1)
        .min(Comparator.comparing(ModelQueue::readySince))
        .filter(oldest -> !readySince(oldest).plus(LONG_WAIT).isAfter(now))
        .orElse(heads.getFirst());
  }

  private Duration oldestAge(Instant now) {
    return waiting.stream()
        .filter(job -> job.isReady(now))
        .map(ModelQueue::readySince)
        .min(Comparator.naturalOrder())
        .map(since -> Duration.between(since, now))
        .orElse(Duration.ZERO);
  }

  List<ModelJob> readySince(Instant before, Instant now) {
    return waiting.stream()
        .filter(job -> job.isReady(now) && readySince(job).isBefore(before))
        .toList();
  }

  private static Instant readySince(ModelJob job) {
    return job.place().ready();
  }

  private static long count(List<ModelJob> jobs, Predicate<ModelJob> which) {
    return jobs.stream().filter(which).count();
  }
}
