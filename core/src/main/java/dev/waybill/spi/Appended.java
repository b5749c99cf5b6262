package dev.waybill.spi;

import dev.waybill.JobId;
import dev.waybill.State;
import java.time.Instant;

/// The answer to one draft.
public sealed interface Appended {

  record New(JobId id, State state, Instant createdAt) implements Appended {}

  /// The request ID is known, with the same fingerprint: this is the job that it created. If
  /// retention has deleted the job, this is its final state.
  record Duplicate(JobId id, State state, Instant createdAt) implements Appended {}

  /// The request ID is known, with another fingerprint.
  record Conflict(JobId existing) implements Appended {}

  /// The store has reached its limit of live jobs.
  record Full(long limit) implements Appended {}

  /// The tenant has reached its quota of live jobs or bytes.
  record OverQuota(Quota quota, long limit) implements Appended {}

  enum Quota {
    LIVE_JOBS,
    LIVE_BYTES
  }
}
