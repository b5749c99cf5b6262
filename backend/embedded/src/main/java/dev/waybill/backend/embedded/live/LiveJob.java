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

/// The moving part of one job in memory: about 130 bytes. What never changes stays in the log, at
/// `position`. Owned by the writer thread; only `position` is read by others.
public final class LiveJob {

  static final long NEVER = LeaseState.NEVER;

  final long high;
  final long low;
  final LiveQueue queue;
  final byte lane;
  /// The first moment at which the job may no longer be started.
  public final long deadline;
  final long timeout;
  /// What the payload weighs; a claim weighs what it stands for.
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

  /// When the job needs attention next; kept by [DueHeap].
  long due = NEVER;
  int heapIndex = -1;

  /// Its place in the lane, also for when it comes back; kept by [LiveQueue].
  long turn;

  /// Neighbours in the lane; kept by [LiveQueue].
  @Nullable LiveJob previous;
  @Nullable LiveJob next;

  Location location = Location.NOWHERE;

  /// Where in the log the job ended; kept while it is terminal.
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

  /// What holds the job at the moment; kept by [LiveState].
  enum Location {
    NOWHERE,
    LANE,
    SCHEDULED,
    RUNNING,
    OVERDUE
  }

  /// A request id inside the wall of its tenant, and the fingerprint of what came with it.
  public record RequestKey(String tenant, String requestId) {}

  /// Who works on it.
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

  /// The end of an attempt that began at this time, by the job's timeout.
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

  /// The job as readers see it at this moment, without what only the history knows.
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

  /// Whether the history may know of a failure.
  public boolean hasPast() {
    return errors > 0 || crashes > 0 || generation > 0;
  }
}
