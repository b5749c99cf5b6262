package dev.waybill.backend.support;

import dev.waybill.Job;
import dev.waybill.JobFilter;
import dev.waybill.JobText;
import dev.waybill.NewJob;
import dev.waybill.Payload;
import dev.waybill.Priority;
import dev.waybill.State;
import dev.waybill.record.LanePosition;
import dev.waybill.spi.JobKey;
import java.time.Instant;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/// One version of a job in the view: the fields by which it is found and sorted, without its
/// payload.
final class ViewRow {

  static final long NEVER = Long.MAX_VALUE;

  /// Measured: between 380 and 400 bytes for a job without tags.
  static final long USUAL_BYTES = 450;

  static final Comparator<ViewRow> BY_POSITION =
      (a, b) -> order(a.position.compareTo(b.position), a, b);
  static final Comparator<ViewRow> BY_LEASE =
      (a, b) -> order(Long.compare(a.leaseUntil, b.leaseUntil), a, b);
  static final Comparator<ViewRow> BY_DEADLINE =
      (a, b) -> order(Long.compare(a.deadline, b.deadline), a, b);

  final JobKey key;
  final long version;
  final ViewQueue queue;
  final Priority lane;
  final State state;
  final LanePosition position;
  final long born;
  final long createdAt;
  final long leaseUntil;

  /// The last millisecond in which it may start.
  final long deadline;

  private final NewJob asked;

  /// The size of its payload, including blobs.
  final long payloadBytes;

  /// An estimate of the memory that it takes, with its entries in the indexes of the view.
  final long bytes;

  /// @param before an earlier version of the same job, whose request is the same
  ViewRow(JobRecord job, ViewQueue queue, @Nullable ViewRow before) {
    NewJob request = job.job().draft().job();
    Job.Progress progress = job.job().progress();
    this.key = job.key();
    this.version = job.version();
    this.queue = queue;
    this.lane = request.priority();
    this.state = job.state();
    this.position = job.job().position();
    this.born = job.born();
    this.createdAt = job.job().createdAt().toEpochMilli();
    this.leaseUntil = millis(progress.leaseUntil());
    this.deadline = millis(request.deadline());
    this.asked = before == null ? found(request) : before.asked;
    this.payloadBytes = request.payload().size();
    this.bytes = before == null ? bytesOf(asked) : before.bytes;
  }

  /// Equal only to itself, regardless of the sort key.
  private static int order(int first, ViewRow a, ViewRow b) {
    if (first != 0) {
      return first;
    }
    int byId = a.key.id().compareTo(b.key.id());
    return byId != 0 ? byId : a.key.tenant().compareTo(b.key.tenant());
  }

  JobCapacity.Use use() {
    return new JobCapacity.Use(1, payloadBytes);
  }

  State stateAt(long now) {
    return state == State.QUEUED && position.ready() > now ? State.SCHEDULED : state;
  }

  private static long bytesOf(NewJob asked) {
    long bytes = USUAL_BYTES;
    for (JobText text : JobText.FILTERS) {
      bytes += length(text.of(asked));
    }
    for (String tag : asked.tags()) {
      bytes += length(tag) + 64;
    }
    return bytes;
  }

  private static long length(@Nullable String text) {
    return text == null ? 0 : 56 + text.length();
  }

  boolean isPastDeadline(long now) {
    return now > deadline;
  }

  boolean matches(JobFilter filter, long now) {
    return filter.matches(asked, stateAt(now), Instant.ofEpochMilli(createdAt));
  }

  /// Only the fields of filters, to keep the view small. Request IDs have their own table.
  private static NewJob found(NewJob job) {
    return job.toBuilder()
        .type(job.type().intern())
        .payload(Payload.empty())
        .requestId(null)
        .traceContext(null)
        .retry(null)
        .build();
  }

  private static long millis(@Nullable Instant time) {
    return time == null ? NEVER : time.toEpochMilli();
  }
}
