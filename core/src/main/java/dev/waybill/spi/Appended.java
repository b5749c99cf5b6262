package dev.waybill.spi;

import dev.waybill.Job;
import dev.waybill.JobId;

/// The answer to one draft.
public sealed interface Appended {

  record New(Job job) implements Appended {}

  /// The request id is known, with the same fingerprint: this is the job it made.
  record Duplicate(Job job) implements Appended {}

  /// The request id is known, with another fingerprint.
  record Conflict(JobId existing) implements Appended {}

  /// As many jobs are live as may be.
  record Full(long limit) implements Appended {}
}
