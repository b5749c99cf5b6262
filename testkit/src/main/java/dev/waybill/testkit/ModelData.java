package dev.waybill.testkit;

import dev.waybill.spi.Appended;
import dev.waybill.spi.Applied;
import dev.waybill.spi.Draft;
import dev.waybill.spi.JobKey;
import dev.waybill.spi.QueueKey;
import dev.waybill.spi.Step;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/// All jobs and queues of the model: what is left when a process ends.
final class ModelData {

  private record RequestKey(String tenant, String requestId) {}

  final ModelLock lock = new ModelLock();
  final Map<JobKey, ModelJob> jobs = new LinkedHashMap<>();
  final Map<QueueKey, ModelQueue> queues = new LinkedHashMap<>();

  private final Map<RequestKey, ModelJob> requests = new LinkedHashMap<>();
  private long arrivals;

  Appended append(Draft draft, Instant now, int maxLiveJobs) {
    Optional<ModelJob> known = request(draft).map(requests::get);
    if (known.isPresent()) {
      return repeated(draft, known.get(), now);
    }
    if (live() >= maxLiveJobs) {
      return new Appended.Full(maxLiveJobs);
    }
    ModelJob job = new ModelJob(draft, arrivals++, now);
    jobs.put(draft.key(), job);
    queueOf(job).add(job);
    request(draft).ifPresent(request -> requests.put(request, job));
    return new Appended.New(job.asOf(now));
  }

  Applied apply(Step step, Instant now) {
    ModelJob job = jobs.get(step.guard().job());
    if (job == null) {
      return new Applied.Missing();
    }
    if (!job.fits(step, now)) {
      return new Applied.Stale();
    }
    job.apply(step, now, arrivals++);
    if (job.isWaiting()) {
      queueOf(job).add(job);
    } else {
      queueOf(job).remove(job);
    }
    return new Applied.Done(job.asOf(now).state());
  }

  void forget(ModelJob job) {
    jobs.remove(job.draft.key());
    request(job.draft).ifPresent(requests::remove);
  }

  ModelQueue queue(QueueKey key) {
    return queues.computeIfAbsent(key, ModelQueue::new);
  }

  private ModelQueue queueOf(ModelJob job) {
    return queue(new QueueKey(job.draft.key().tenant(), job.draft.job().queue()));
  }

  private static Appended repeated(Draft draft, ModelJob known, Instant now) {
    return Objects.equals(draft.fingerprint(), known.draft.fingerprint())
        ? new Appended.Duplicate(known.asOf(now))
        : new Appended.Conflict(known.draft.key().id());
  }

  private static Optional<RequestKey> request(Draft draft) {
    return Optional.ofNullable(draft.job().requestId())
        .map(requestId -> new RequestKey(draft.key().tenant(), requestId));
  }

  private long live() {
    return jobs.values().stream().filter(job -> !job.hasEnded()).count();
  }
}
