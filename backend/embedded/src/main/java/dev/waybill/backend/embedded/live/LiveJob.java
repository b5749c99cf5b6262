package dev.waybill.backend.embedded.live;

import dev.waybill.Job;
import dev.waybill.JobId;
import dev.waybill.State;
import dev.waybill.bytes.JobBytes;
import dev.waybill.record.DraftBytes;
import dev.waybill.spi.JobKey;
import dev.waybill.spi.LeaseState;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// The mutable part of one job in memory: about 130 bytes. The immutable part stays in the log, at
/// `position`. Owned by the writer thread; other threads read only `position`.
public final class LiveJob {

  static final long NEVER = LeaseState.NEVER;

  final long high;
  final long low;
  final LiveQueue queue;
  final byte lane;
  /// The first time at which the job may no longer start.
  public final long deadline;
  final long timeout;
  /// The size of the payload; for a blob, the size of the blob.
  final int payloadBytes;
  final @Nullable RequestKey request;

  public volatile long position;
  int length;
  public State state = State.QUEUED;
  public boolean cancelRequested;
  public int attempt = 1;
  public int generation;
  public int errors;
  public int crashes;
  public long runAt;
  long updatedAt;
  public @Nullable Running running;

  /// When the job needs attention next; set by [DueHeap].
  long due = NEVER;
  int heapIndex = -1;

  /// The position in the lane, kept while the job runs; set by [LiveQueue].
  long turn;

  /// Neighbors in the lane; set by [LiveQueue].
  @Nullable LiveJob previous;
  @Nullable LiveJob next;

  Location location = Location.NOWHERE;

  /// The log position of the end of the job, while it is terminal.
  long endedAt;

  LiveJob(JobKey key, LiveQueue queue, DraftBytes.Outline asked) {
    this.high = key.id().high();
    this.low = key.id().low();
    this.queue = queue;
    this.lane = (byte) asked.lane();
    this.deadline = asked.deadline() == JobBytes.ABSENT ? NEVER : asked.deadline() + 1;
    this.timeout = asked.timeout();
    this.payloadBytes = (int) Math.min(asked.payloadSize(), Integer.MAX_VALUE);
    DraftBytes.Request known = asked.request();
    this.request = known == null ? null : new RequestKey(key.tenant(), known.id());
  }

  /// The structure that contains the job; set by [LiveState].
  enum Location {
    NOWHERE,
    LANE,
    SCHEDULED,
    RUNNING,
    OVERDUE
  }

  /// A request ID of a tenant.
  public record RequestKey(String tenant, String requestId) {}

  /// The current lease.
  public static final class Running {
    public final String worker;
    public final long startedAt;
    public long until;
    public long lastEvent = -1;

    Running(String worker, long startedAt, long until) {
      this.worker = worker;
      this.startedAt = startedAt;
      this.until = until;
    }
  }

  public JobId id() {
    return new JobId(high, low);
  }

  /// The end of an attempt that started at this time, by the timeout of the job.
  long timesOutAt(long started) {
    return timeout == JobBytes.ABSENT ? NEVER : started + timeout;
  }

  public LeaseState leaseAt(long now) {
    Running lease = running;
    return lease == null
        ? LeaseState.LAPSED
        : LeaseState.at(now, lease.until, timesOutAt(lease.startedAt));
  }

  void moved(Facts.Moved moved) {
    state = moved.state();
    attempt = moved.attempt();
    generation = moved.counts().generation();
    errors = moved.counts().errors();
    crashes = moved.counts().crashes();
    runAt = moved.runAt();
    updatedAt = moved.updatedAt();
    cancelRequested = moved.cancelRequested();
  }

  public boolean isTerminal() {
    return state.isTerminal();
  }

  /// The job as readers see it now, without values that only the history has.
  public Job.Progress progress(long now) {
    Running lease = running;
    return Job.Progress.builder()
        .state(state == State.QUEUED && runAt > now ? State.SCHEDULED : state)
        .attempt(attempt)
        .generation(generation)
        .errors(errors)
        .crashes(crashes)
        .runAt(Instant.ofEpochMilli(runAt))
        .updatedAt(Instant.ofEpochMilli(updatedAt))
        .cancelRequested(cancelRequested)
        .worker(lease == null ? null : lease.worker)
        .leaseUntil(lease == null ? null : Instant.ofEpochMilli(lease.until))
        .build();
  }

  /// Whether the history may contain a failure of the job.
  public boolean hasPast() {
    return errors > 0 || crashes > 0 || generation > 0;
  }
}
