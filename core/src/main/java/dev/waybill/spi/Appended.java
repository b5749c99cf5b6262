package dev.waybill.spi;

import dev.waybill.JobId;
import dev.waybill.State;
import java.time.Instant;

/// The answer to one draft.
public sealed interface Appended {

  record New(JobId id, State state, Instant createdAt) implements Appended {}

  /// The request ID is known, with the same fingerprint: this is the job it made. Retention may
  /// have deleted the job since; then this is how it finished.
  record Duplicate(JobId id, State state, Instant createdAt) implements Appended {}

  /// The request id is known, with another fingerprint.
  record Conflict(JobId existing) implements Appended {}

  /// As many jobs are live as may be.
  record Full(long limit) implements Appended {}

  /// The tenant has as many live jobs or bytes as its quota allows.
  record OverQuota(Quota quota, long limit) implements Appended {}

  enum Quota {
    LIVE_JOBS,
    LIVE_BYTES
  }
}
