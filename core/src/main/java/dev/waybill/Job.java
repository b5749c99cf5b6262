package dev.waybill;

import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A job as it stands: what was asked for, and how far it has come.
public record Job(JobId id, String tenant, Instant createdAt, NewJob request, Progress progress) {

  /// The part of a job that changes.
  ///
  /// @param attempt the number of the current lease or, while waiting, of the next one; only grows
  /// @param generation how often the job was retried or redriven from a terminal state
  /// @param errors attempts of this generation that ended in an error
  /// @param crashes leases of this generation that lapsed
  /// @param runAt the time from which the job may start
  /// @param updatedAt when it last changed; extending a lease and publishing events do not count.
  ///     So a running job that was not asked to stop has begun to run then
  /// @param worker who holds the lease, while running
  /// @param leaseUntil when the lease ends, while running
  /// @param result what the handler answered, once completed
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
      @Nullable Failure failure) {}

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

  /// What the handler answered; empty until the job has completed.
  public Optional<Payload> result() {
    return Optional.ofNullable(progress.result());
  }

  /// The last error; empty where there was none.
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
