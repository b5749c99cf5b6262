package dev.waybill.backend.nats;

import dev.waybill.Job;
import dev.waybill.JobFilter;
import dev.waybill.NewJob;
import dev.waybill.Priority;
import dev.waybill.State;
import dev.waybill.spi.JobKey;
import java.time.Instant;
import java.util.Comparator;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// One job in the view, as of one version: what it is found and sorted by, without its payload.
final class Row {

  static final long NEVER = Long.MAX_VALUE;

  static final Comparator<Row> BY_PLACE = (a, b) -> order(a.place.compareTo(b.place), a, b);
  static final Comparator<Row> BY_LEASE =
      (a, b) -> order(Long.compare(a.leaseUntil, b.leaseUntil), a, b);
  static final Comparator<Row> BY_DEADLINE =
      (a, b) -> order(Long.compare(a.deadline, b.deadline), a, b);
  static final Comparator<Row> BY_CHANGE =
      (a, b) -> order(Long.compare(a.updatedAt, b.updatedAt), a, b);

  final JobKey key;
  final long version;
  final ViewQueue queue;
  final Priority lane;
  final State state;
  final Place place;
  final long born;
  final long createdAt;
  final long updatedAt;
  final long leaseUntil;

  /// The last millisecond in which it may start.
  final long deadline;

  final String type;
  final Set<String> tags;
  final @Nullable String correlationId;
  final boolean hasEvents;

  /// What its payload weighs, wherever that is kept.
  final long payloadBytes;

  Row(JobRecord job, ViewQueue queue) {
    NewJob asked = job.draft().job();
    Job.Progress progress = job.progress();
    this.key = job.key();
    this.version = job.version();
    this.queue = queue;
    this.lane = asked.priority();
    this.state = job.state();
    this.place = job.place();
    this.born = job.born();
    this.createdAt = job.createdAt().toEpochMilli();
    this.updatedAt = progress.updatedAt().toEpochMilli();
    this.leaseUntil = millis(progress.leaseUntil());
    this.deadline = millis(asked.deadline());
    this.type = asked.type().intern();
    this.tags = asked.tags();
    this.correlationId = asked.correlationId();
    this.hasEvents = job.hasEvents();
    this.payloadBytes = asked.payload().size();
  }

  /// Equal only to itself, whatever it is sorted by.
  private static int order(int first, Row a, Row b) {
    if (first != 0) {
      return first;
    }
    int byId = a.key.id().compareTo(b.key.id());
    return byId != 0 ? byId : a.key.tenant().compareTo(b.key.tenant());
  }

  Room.Use use() {
    return new Room.Use(1, payloadBytes);
  }

  State stateAt(long now) {
    return state == State.QUEUED && place.ready() > now ? State.SCHEDULED : state;
  }

  boolean isPastDeadline(long now) {
    return now > deadline;
  }

  boolean matches(JobFilter filter, long now) {
    return (filter.queue() == null || filter.queue().equals(queue.key.queue()))
        && filter.states().contains(stateAt(now))
        && (filter.type() == null || filter.type().equals(type))
        && (filter.tag() == null || tags.contains(filter.tag()))
        && (filter.correlationId() == null || Objects.equals(filter.correlationId(), correlationId))
        && isWithin(filter.createdFrom(), filter.createdBefore());
  }

  private boolean isWithin(@Nullable Instant from, @Nullable Instant before) {
    Instant created = Instant.ofEpochMilli(createdAt);
    return (from == null || !created.isBefore(from))
        && (before == null || created.isBefore(before));
  }

  private static long millis(@Nullable Instant time) {
    return time == null ? NEVER : time.toEpochMilli();
  }
}
