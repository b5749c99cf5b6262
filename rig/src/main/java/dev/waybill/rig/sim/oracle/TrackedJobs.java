package dev.waybill.rig.sim.oracle;

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

/// Every job that the oracle has seen.
public final class TrackedJobs {

  /// The tag with the request ID, which identifies the job even if a store loses the ID.
  public static final String REQUEST_TAG = "request:";

  private record Request(String tenant, String tag) {}

  private final Map<JobId, TrackedJob> jobs = new HashMap<>();
  private final List<TrackedJob> inOrder = new ArrayList<>();
  private final Map<Request, TrackedJob> requests = new HashMap<>();
  private final Set<JobId> forgotten = new HashSet<>();
  private final Map<QueueKey, LaneCheck> queues = new HashMap<>();
  private long arrivals;
  private int live;
  private long cancels;

  /// Null if there is no such job or it belongs to another tenant.
  public @Nullable TrackedJob find(JobKey key) {
    TrackedJob job = jobs.get(key.id());
    return job != null && job.key.tenant().equals(key.tenant()) ? job : null;
  }

  public boolean isForgotten(JobId id) {
    return forgotten.contains(id);
  }

  /// True if the job has changed since it was read, so that its blobs may be deleted.
  public boolean hasMovedOn(Job seen) {
    TrackedJob job = jobs.get(seen.id());
    return job == null || job.generation != seen.progress().generation();
  }

  /// All jobs that are not deleted, oldest first.
  public List<TrackedJob> all() {
    return inOrder;
  }

  public int accepted() {
    return inOrder.size() + forgotten.size();
  }

  public int live() {
    return live;
  }

  /// A random job, preferring recent ones.
  public @Nullable TrackedJob any(SplittableRandom random) {
    int size = inOrder.size();
    if (size == 0) {
      return null;
    }
    int recent = random.nextBoolean() ? size : Math.min(size, 10);
    return inOrder.get(size - 1 - random.nextInt(recent));
  }

  LaneCheck lanes(QueueKey queue) {
    return queues.computeIfAbsent(queue, _ -> new LaneCheck());
  }

  LaneCheck lanes(TrackedJob job) {
    return lanes(new QueueKey(job.key.tenant(), job.asked.queue()));
  }

  /// The existing job of a repeated request.
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
  public long cancels() {
    return cancels;
  }

  void move(TrackedJob job, Step step, long now) {
    lanes(job).remove(job);
    live += (step.to().isTerminal() ? 0 : 1) - (job.state.isTerminal() ? 0 : 1);
    long before = job.cancels;
    job.move(step, now, arrivals++);
    cancels += job.cancels - before;
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
