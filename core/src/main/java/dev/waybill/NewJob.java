package dev.waybill;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// A job to enqueue. Create it with [#of] or [#builder].
///
/// @param requestId the idempotency key: within a tenant, requests with the same key create one job
/// @param correlationId links related jobs, events and messages
/// @param key groups jobs, such as those of one customer
/// @param traceContext the W3C `traceparent` of the caller
/// @param delay how long to wait before the job may start
/// @param runAt the earliest time at which the job starts; not together with `delay`
/// @param deadline the time after which the job does not start
/// @param timeout how long one attempt may run, or null for the default of its queue or type
/// @param retry the retry policy of this job, or null for the default of its queue or type
public record NewJob(
    String queue,
    String type,
    Payload payload,
    Priority priority,
    @Nullable String requestId,
    @Nullable String correlationId,
    @Nullable String key,
    @Nullable String traceContext,
    Set<String> tags,
    Duration delay,
    @Nullable Instant runAt,
    @Nullable Instant deadline,
    @Nullable Duration timeout,
    @Nullable RetryPolicy retry) {

  public static final String DEFAULT_QUEUE = "default";

  public NewJob {
    tags = tags.isEmpty() ? Set.of() : java.util.Collections.unmodifiableSet(new TreeSet<>(tags));
  }

  public static NewJob of(String type, String payload) {
    return of(type, Payload.of(payload));
  }

  public static NewJob of(String type, Payload payload) {
    return builder(type).payload(payload).build();
  }

  public static Builder builder(String type) {
    return builder().type(type);
  }

  /// A builder whose type is set later.
  public static Builder builder() {
    return new Builder();
  }

  /// Replaces the payload even if the other one is equal: one of the two may be a claim that cannot
  /// be read.
  public NewJob withPayload(Payload other) {
    return toBuilder().payload(other).build();
  }

  public NewJob withTimeout(@Nullable Duration other) {
    return Objects.equals(other, timeout) ? this : toBuilder().timeout(other).build();
  }

  /// A builder with the values of this job.
  public Builder toBuilder() {
    Builder copy = builder(type);
    copy.queue = queue;
    copy.payload = payload;
    copy.priority = priority;
    copy.requestId = requestId;
    copy.correlationId = correlationId;
    copy.key = key;
    copy.traceContext = traceContext;
    copy.tags = tags;
    copy.delay = delay;
    copy.runAt = runAt;
    copy.deadline = deadline;
    copy.timeout = timeout;
    copy.retry = retry;
    return copy;
  }

  /// Collects the values of a job. Nothing is validated before the job is enqueued.
  public static final class Builder {
    private String type = "";
    private String queue = DEFAULT_QUEUE;
    private Payload payload = Payload.empty();
    private Priority priority = Priority.NORMAL;
    private @Nullable String requestId;
    private @Nullable String correlationId;
    private @Nullable String key;
    private @Nullable String traceContext;
    private Set<String> tags = Set.of();
    private Duration delay = Duration.ZERO;
    private @Nullable Instant runAt;
    private @Nullable Instant deadline;
    private @Nullable Duration timeout;
    private @Nullable RetryPolicy retry;

    private Builder() {}

    public @Nullable String requestId() {
      return requestId;
    }

    public @Nullable String traceContext() {
      return traceContext;
    }

    public Builder type(String name) {
      type = name;
      return this;
    }

    public Builder queue(String name) {
      queue = name;
      return this;
    }

    public Builder payload(Payload bytes) {
      payload = bytes;
      return this;
    }

    public Builder payload(String text) {
      return payload(Payload.of(text));
    }

    public Builder priority(Priority lane) {
      priority = lane;
      return this;
    }

    public Builder requestId(@Nullable String id) {
      requestId = id;
      return this;
    }

    public Builder correlationId(@Nullable String id) {
      correlationId = id;
      return this;
    }

    public Builder key(@Nullable String text) {
      key = text;
      return this;
    }

    public Builder traceContext(@Nullable String traceparent) {
      traceContext = traceparent;
      return this;
    }

    public Builder tags(String... names) {
      return tags(new TreeSet<>(java.util.List.of(names)));
    }

    public Builder tags(Set<String> names) {
      tags = names;
      return this;
    }

    public Builder delay(Duration wait) {
      delay = wait;
      return this;
    }

    public Builder runAt(@Nullable Instant time) {
      runAt = time;
      return this;
    }

    public Builder deadline(@Nullable Instant time) {
      deadline = time;
      return this;
    }

    public Builder timeout(@Nullable Duration limit) {
      timeout = limit;
      return this;
    }

    public Builder retry(@Nullable RetryPolicy policy) {
      retry = policy;
      return this;
    }

    public NewJob build() {
      return new NewJob(
          queue,
          type,
          payload,
          priority,
          requestId,
          correlationId,
          key,
          traceContext,
          tags,
          delay,
          runAt,
          deadline,
          timeout,
          retry);
    }
  }
}
