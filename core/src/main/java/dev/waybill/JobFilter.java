package dev.waybill;

import java.time.Instant;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Which jobs are meant: all conditions that are set must hold.
public record JobFilter(
    @Nullable String queue,
    Set<State> states,
    @Nullable String type,
    @Nullable String tag,
    @Nullable String correlationId,
    @Nullable String requestId,
    @Nullable Instant createdFrom,
    @Nullable Instant createdBefore) {

  public static final JobFilter ALL =
      new JobFilter(null, EnumSet.allOf(State.class), null, null, null, null, null, null);

  public JobFilter {
    states = states.isEmpty() ? Set.of() : Set.copyOf(states);
  }

  /// Whether a job matches, whatever tenant it belongs to.
  public boolean matches(NewJob job, State state, Instant createdAt) {
    return states.contains(state)
        && isAnyOr(queue, job.queue())
        && isAnyOr(type, job.type())
        && (tag == null || job.tags().contains(tag))
        && isAnyOr(correlationId, job.correlationId())
        && isAnyOr(requestId, job.requestId())
        && (createdFrom == null || !createdAt.isBefore(createdFrom))
        && (createdBefore == null || createdAt.isBefore(createdBefore));
  }

  private static boolean isAnyOr(@Nullable String wanted, @Nullable String actual) {
    return wanted == null || wanted.equals(actual);
  }

  public JobFilter queue(@Nullable String name) {
    return new JobFilter(
        name, states, type, tag, correlationId, requestId, createdFrom, createdBefore);
  }

  public JobFilter states(State first, State... more) {
    return states(EnumSet.of(first, more));
  }

  public JobFilter states(Set<State> any) {
    return new JobFilter(
        queue, any, type, tag, correlationId, requestId, createdFrom, createdBefore);
  }

  public JobFilter type(@Nullable String name) {
    return new JobFilter(
        queue, states, name, tag, correlationId, requestId, createdFrom, createdBefore);
  }

  public JobFilter tag(@Nullable String name) {
    return new JobFilter(
        queue, states, type, name, correlationId, requestId, createdFrom, createdBefore);
  }

  public JobFilter correlationId(@Nullable String id) {
    return new JobFilter(queue, states, type, tag, id, requestId, createdFrom, createdBefore);
  }

  /// The job that was enqueued with this request id; at most one matches.
  public JobFilter requestId(@Nullable String id) {
    return new JobFilter(queue, states, type, tag, correlationId, id, createdFrom, createdBefore);
  }

  /// Created at `from` or later, and before `before`.
  public JobFilter created(@Nullable Instant from, @Nullable Instant before) {
    return new JobFilter(queue, states, type, tag, correlationId, requestId, from, before);
  }
}
