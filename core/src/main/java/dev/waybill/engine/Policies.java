package dev.waybill.engine;

import dev.waybill.Job;
import dev.waybill.RetryPolicy;
import dev.waybill.Settings;

/// Which retry policy holds for a job: its own, or that of its type as it is set today, so that a
/// deployment can change it for jobs that wait already.
record Policies(Settings settings) {

  RetryPolicy of(Job job) {
    RetryPolicy own = job.request().retry();
    return own != null ? own : settings.type(job.type()).retry();
  }
}
