package dev.waybill.spi;

import dev.waybill.Job;

/// A job that changed.
public sealed interface JobChange {

  /// The job at the time the feed was read, which may be later than its change.
  record Current(Job job) implements JobChange {}

  /// The job was deleted, by a caller or by retention.
  record Gone(JobKey job) implements JobChange {}
}
