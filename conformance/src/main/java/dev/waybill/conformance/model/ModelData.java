package dev.waybill.conformance.model;

import dev.waybill.Job;
import dev.waybill.settings.Quotas;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Appended;
import dev.waybill.spi.Applied;
import dev.waybill.spi.Draft;
import dev.waybill.spi.JobKey;
import dev.waybill.spi.QueueKey;
import dev.waybill.spi.Step;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/// All jobs and queues of the model, which survive the end of a process.
final class ModelData {

  private record RequestKey(String tenant, String requestId) {}

  final ModelLock lock = new ModelLock();
  final ModelFeed feed = new ModelFeed();
  final Map<JobKey, ModelJob> jobs = new LinkedHashMap<>();
  final Map<QueueKey, ModelQueue> queues = new LinkedHashMap<>();

  /// A request ID whose job was pruned.
  private record Remembered(ModelJob job, Instant until) {}

  private final Map<RequestKey, ModelJob> requests = new LinkedHashMap<>();
  private final Map<RequestKey, Remembered> remembered = new LinkedHashMap<>();
  private long arrivals;

  Appended append(Draft draft, Instant now, Settings settings) {
    Optional<ModelJob> known = request(draft).map(requests::get);
    if (known.isPresent()) {
      return repeated(draft, known.get(), now);
    }
    Optional<Remembered> pruned =
        request(draft).map(remembered::get).filter(kept -> kept.until().isAfter(now));
    if (pruned.isPresent()) {
      return repeated(draft, pruned.get().job(), now);
    }
    Optional<Appended> refused = refusal(draft, settings);
    if (refused.isPresent()) {
      return refused.get();
    }
    ModelJob job = new ModelJob(draft, arrivals++, now);
    jobs.put(draft.key(), job);
    feed.changed(draft.key());
    queueOf(job).add(job);
    request(draft).ifPresent(request -> requests.put(request, job));
    return new Appended.New(draft.key().id(), job.asOf(now).state(), now);
  }

  Applied apply(Step step, Instant now) {
    ModelJob job = jobs.get(step.guard().job());
    if (job == null) {
      return new Applied.Missing();
    }
    if (!job.stored().fits(step, now)) {
      return new Applied.Stale();
    }
    job.apply(step, now, arrivals++);
    feed.changed(step.guard().job());
    if (job.isWaiting()) {
      queueOf(job).add(job);
    } else {
      queueOf(job).remove(job);
    }
    return new Applied.Done(job.asOf(now).state());
  }

  private Optional<Appended> refusal(Draft draft, Settings settings) {
    if (live() >= settings.maxLiveJobs()) {
      return Optional.of(new Appended.Full(settings.maxLiveJobs()));
    }
    Quotas quotas = settings.quotas();
    List<ModelJob> mine =
        jobs.values().stream()
            .filter(job -> !job.hasEnded())
            .filter(job -> job.draft.key().tenant().equals(draft.key().tenant()))
            .toList();
    if (!quotas.allowsJobs(mine.size() + 1L)) {
      return Optional.of(new Appended.OverQuota(Appended.Quota.LIVE_JOBS, quotas.liveJobs()));
    }
    long bytes = mine.stream().mapToLong(job -> job.draft.job().payload().size()).sum();
    return quotas.allowsBytes(bytes + draft.job().payload().size())
        ? Optional.empty()
        : Optional.of(new Appended.OverQuota(Appended.Quota.LIVE_BYTES, quotas.liveBytes()));
  }

  /// Deletes the job, but keeps its request ID.
  void prune(ModelJob job, Instant now, Duration requestIds) {
    forget(job, now);
    Instant until = job.asOf(now).createdAt().plus(requestIds);
    if (until.isAfter(now)) {
      request(job.draft).ifPresent(key -> remembered.put(key, new Remembered(job, until)));
    }
  }

  void forget(ModelJob job, Instant now) {
    jobs.remove(job.draft.key());
    feed.deleted(job.draft.key(), now);
    request(job.draft).ifPresent(requests::remove);
  }

  ModelQueue queue(QueueKey key) {
    return queues.computeIfAbsent(key, ModelQueue::new);
  }

  private ModelQueue queueOf(ModelJob job) {
    return queue(new QueueKey(job.draft.key().tenant(), job.draft.job().queue()));
  }

  private Appended repeated(Draft draft, ModelJob known, Instant now) {
    if (!Objects.equals(draft.fingerprint(), known.draft.fingerprint())) {
      return new Appended.Conflict(known.draft.key().id());
    }
    Job job = known.asOf(now);
    return new Appended.Duplicate(job.id(), job.state(), job.createdAt());
  }

  private static Optional<RequestKey> request(Draft draft) {
    return Optional.ofNullable(draft.job().requestId())
        .map(requestId -> new RequestKey(draft.key().tenant(), requestId));
  }

  private long live() {
    return jobs.values().stream().filter(job -> !job.hasEnded()).count();
  }
}
