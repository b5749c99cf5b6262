package dev.waybill.rig.sim;

import dev.waybill.Job;
import dev.waybill.JobId;
import dev.waybill.spi.Draft;
import dev.waybill.spi.JobKey;
import dev.waybill.spi.QueueKey;
import dev.waybill.spi.Step;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/// Every job that the witness has seen.
final class Book {

  /// Marks the jobs of one request id, also where a store lost the id itself.
  static final String REQUEST_TAG = "request:";

  private record Request(String tenant, String tag) {}

  private final Map<JobId, TrackedJob> jobs = new HashMap<>();
  private final List<TrackedJob> inOrder = new ArrayList<>();
  private final Map<Request, TrackedJob> requests = new HashMap<>();
  private final Set<JobId> forgotten = new HashSet<>();
  private final Map<QueueKey, Lanes> queues = new HashMap<>();
  private long arrivals;
  private int live;

  /// Null where there is no such job, or not for this tenant.
  @Nullable TrackedJob find(JobKey key) {
    TrackedJob job = jobs.get(key.id());
    return job != null && job.key.tenant().equals(key.tenant()) ? job : null;
  }

  boolean isForgotten(JobId id) {
    return forgotten.contains(id);
  }

  /// Whether the job is no longer as it is shown here, so that bytes may be gone.
  boolean hasMovedOn(Job seen) {
    TrackedJob job = jobs.get(seen.id());
    return job == null || job.generation != seen.progress().generation();
  }

  /// All that were not forgotten, oldest first.
  List<TrackedJob> all() {
    return inOrder;
  }

  int accepted() {
    return inOrder.size() + forgotten.size();
  }

  int live() {
    return live;
  }

  /// Rather one of the latest than one of long ago.
  @Nullable TrackedJob any(SplittableRandom random) {
    int size = inOrder.size();
    if (size == 0) {
      return null;
    }
    int recent = random.nextBoolean() ? size : Math.min(size, 10);
    return inOrder.get(size - 1 - random.nextInt(recent));
  }

  Lanes lanes(QueueKey queue) {
    return queues.computeIfAbsent(queue, _ -> new Lanes());
  }

  Lanes lanes(TrackedJob job) {
    return lanes(new QueueKey(job.key.tenant(), job.asked.queue()));
  }

  /// The job that a draft is a repeat of.
  @Nullable TrackedJob earlier(Draft draft) {
    Request request = request(draft.key().tenant(), draft.job().tags());
    return request == null ? null : requests.get(request);
  }

  void add(Draft draft, Instant createdAt) {
    TrackedJob tracked = new TrackedJob(draft, createdAt, accepted(), arrivals++);
    jobs.put(draft.key().id(), tracked);
    inOrder.add(tracked);
    lanes(tracked).add(tracked);
    live++;
    Request request = request(draft.key().tenant(), draft.job().tags());
    if (request != null) {
      requests.put(request, tracked);
    }
  }

  /// How often jobs were canceled, by anybody.
  long cancels() {
    return all().stream().mapToLong(job -> job.cancels).sum();
  }

  void move(TrackedJob job, Step step, long now) {
    lanes(job).remove(job);
    live += (step.to().isTerminal() ? 0 : 1) - (job.state.isTerminal() ? 0 : 1);
    job.move(step, now, arrivals++);
    if (job.state.isWaiting()) {
      lanes(job).add(job);
    }
  }

  void forget(TrackedJob job) {
    jobs.remove(job.key.id());
    forgotten.add(job.key.id());
    inOrder.remove(job);
    Request request = request(job.key.tenant(), job.asked.tags());
    if (request != null) {
      requests.remove(request);
    }
  }

  private static @Nullable Request request(String tenant, Iterable<String> tags) {
    for (String tag : tags) {
      if (tag.startsWith(REQUEST_TAG)) {
        return new Request(tenant, tag);
      }
    }
    return null;
  }
}
