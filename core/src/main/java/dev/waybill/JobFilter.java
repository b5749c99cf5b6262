package dev.waybill;

import java.time.Instant;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Consumer;
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

  public static final JobFilter ALL = new Fields().value();

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

  public JobFilter withQueue(@Nullable String name) {
    return with(fields -> fields.queue = name);
  }

  public JobFilter withStates(State first, State... more) {
    return withStates(EnumSet.of(first, more));
  }

  public JobFilter withStates(Set<State> any) {
    return with(fields -> fields.states = any);
  }

  public JobFilter withType(@Nullable String name) {
    return with(fields -> fields.type = name);
  }

  public JobFilter withTag(@Nullable String name) {
    return with(fields -> fields.tag = name);
  }

  public JobFilter withCorrelationId(@Nullable String id) {
    return with(fields -> fields.correlationId = id);
  }

  /// The job that was enqueued with this request id; at most one matches.
  public JobFilter withRequestId(@Nullable String id) {
    return with(fields -> fields.requestId = id);
  }

  /// Created at `from` or later, and before `before`.
  public JobFilter withCreated(@Nullable Instant from, @Nullable Instant before) {
    return with(
        fields -> {
          fields.createdFrom = from;
          fields.createdBefore = before;
        });
  }

  private JobFilter with(Consumer<Fields> change) {
    Fields fields = new Fields(this);
    change.accept(fields);
    return fields.value();
  }

  /// The fields of a copy while it is made.
  private static final class Fields {
    private @Nullable String queue;
    private Set<State> states = EnumSet.allOf(State.class);
    private @Nullable String type;
    private @Nullable String tag;
    private @Nullable String correlationId;
    private @Nullable String requestId;
    private @Nullable Instant createdFrom;
    private @Nullable Instant createdBefore;

    private Fields() {}

    private Fields(JobFilter of) {
      queue = of.queue;
      states = of.states;
      type = of.type;
      tag = of.tag;
      correlationId = of.correlationId;
      requestId = of.requestId;
      createdFrom = of.createdFrom;
      createdBefore = of.createdBefore;
    }

    private JobFilter value() {
      return new JobFilter(
          queue, states, type, tag, correlationId, requestId, createdFrom, createdBefore);
    }
  }
}
