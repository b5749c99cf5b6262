package dev.waybill;

import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A job: the request, and its current progress.
public record Job(JobId id, String tenant, Instant createdAt, NewJob request, Progress progress) {

  /// The part of a job that changes.
  ///
  /// @param attempt the number of the current lease or, while waiting, of the next one; only grows
  /// @param generation how often the job was retried or redriven from a terminal state
  /// @param errors attempts of this generation that ended in an error
  /// @param crashes leases of this generation that expired
  /// @param runAt the time from which the job may start
  /// @param updatedAt when it last changed; extending a lease and publishing events do not count.
  ///     For a running job that was not asked to stop, this is the start of the attempt
  /// @param worker the worker that has the lease, while running
  /// @param leaseUntil when the lease ends, while running
  /// @param result the result of the handler, once completed
  /// @param failure the last error
  public record Progress(
      State state,
      int attempt,
      int generation,
      int errors,
      int crashes,
      Instant runAt,
      Instant updatedAt,
      boolean cancelRequested,
      @Nullable String worker,
      @Nullable Instant leaseUntil,
      @Nullable Payload result,
      @Nullable Failure failure) {

    /// A job that waits for its first attempt.
    public static Progress waiting(Instant runAt, Instant now) {
      return new Builder().runAt(runAt).updatedAt(now).build();
    }

    public static Builder builder() {
      return new Builder();
    }

    public Builder toBuilder() {
      return new Builder()
          .state(state)
          .attempt(attempt)
          .generation(generation)
          .errors(errors)
          .crashes(crashes)
          .runAt(runAt)
          .updatedAt(updatedAt)
          .cancelRequested(cancelRequested)
          .worker(worker)
          .leaseUntil(leaseUntil)
          .result(result)
          .failure(failure);
    }

    /// This job, leased by a worker at this time.
    public Progress leased(String by, Instant until, Instant now) {
      return toBuilder().state(State.RUNNING).updatedAt(now).worker(by).leaseUntil(until).build();
    }

    public Progress withLeaseUntil(Instant until) {
      return toBuilder().leaseUntil(until).build();
    }

    public Progress withResult(@Nullable Payload other) {
      return toBuilder().result(other).build();
    }

    public Progress withFailure(@Nullable Failure other) {
      return toBuilder().failure(other).build();
    }

    /// Stores have one waiting state; readers see SCHEDULED until `runAt`, then QUEUED.
    public Progress asOf(Instant now) {
      boolean scheduled = state == State.QUEUED && runAt.isAfter(now);
      return scheduled ? toBuilder().state(State.SCHEDULED).build() : this;
    }

    /// Starts with the values of a job that waits for its first attempt.
    public static final class Builder {
      private State state = State.QUEUED;
      private int attempt = 1;
      private int generation;
      private int errors;
      private int crashes;
      private Instant runAt = Instant.EPOCH;
      private Instant updatedAt = Instant.EPOCH;
      private boolean cancelRequested;
      private @Nullable String worker;
      private @Nullable Instant leaseUntil;
      private @Nullable Payload result;
      private @Nullable Failure failure;

      private Builder() {}

      public Builder state(State value) {
        state = value;
        return this;
      }

      public Builder attempt(int value) {
        attempt = value;
        return this;
      }

      public Builder generation(int value) {
        generation = value;
        return this;
      }

      public Builder errors(int value) {
        errors = value;
        return this;
      }

      public Builder crashes(int value) {
        crashes = value;
        return this;
      }

      public Builder runAt(Instant value) {
        runAt = value;
        return this;
      }

      public Builder updatedAt(Instant value) {
        updatedAt = value;
        return this;
      }

      public Builder cancelRequested(boolean value) {
        cancelRequested = value;
        return this;
      }

      public Builder worker(@Nullable String value) {
        worker = value;
        return this;
      }

      public Builder leaseUntil(@Nullable Instant value) {
        leaseUntil = value;
        return this;
      }

      public Builder result(@Nullable Payload value) {
        result = value;
        return this;
      }

      public Builder failure(@Nullable Failure value) {
        failure = value;
        return this;
      }

      public Progress build() {
        return new Progress(
            state,
            attempt,
            generation,
            errors,
            crashes,
            runAt,
            updatedAt,
            cancelRequested,
            worker,
            leaseUntil,
            result,
            failure);
      }
    }
  }

  public Job withRequest(NewJob other) {
    return new Job(id, tenant, createdAt, other, progress);
  }

  public Job withProgress(Progress other) {
    return new Job(id, tenant, createdAt, request, other);
  }

  public String queue() {
    return request.queue();
  }

  public String type() {
    return request.type();
  }

  public Payload payload() {
    return request.payload();
  }

  public Priority priority() {
    return request.priority();
  }

  public Set<String> tags() {
    return request.tags();
  }

  /// The result of the handler; empty until the job has completed.
  public Optional<Payload> result() {
    return Optional.ofNullable(progress.result());
  }

  /// The last error; empty if there was none.
  public Optional<Failure> failure() {
    return Optional.ofNullable(progress.failure());
  }

  public State state() {
    return progress.state();
  }

  public int attempt() {
    return progress.attempt();
  }
}
