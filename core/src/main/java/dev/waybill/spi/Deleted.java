package dev.waybill.spi;

import dev.waybill.Job;

/// The answer to the deletion of one job.
public sealed interface Deleted {

  /// The job as it was; large payloads and results are still in the blob store.
  record Done(Job job) implements Deleted {}

  /// The job is waiting or running.
  record NotEnded() implements Deleted {}

  record Missing() implements Deleted {}
}
