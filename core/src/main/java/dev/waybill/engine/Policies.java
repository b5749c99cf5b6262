package dev.waybill.engine;

import dev.waybill.Job;
import dev.waybill.NewJob;
import dev.waybill.RetryPolicy;
import dev.waybill.engine.register.KnownQueueSettings;
import dev.waybill.settings.QueueSettings;
import dev.waybill.settings.Settings;
import dev.waybill.spi.QueueKey;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// The retry policy and timeout of a job: its own, or the default of its queue, or of its type.
record Policies(Settings settings, KnownQueueSettings queues) {

  /// Reads the current settings, so that they also apply to waiting jobs.
  RetryPolicy of(Job job) {
    RetryPolicy own = job.request().retry();
    return own != null ? own : usual(job);
  }

  private RetryPolicy usual(Job job) {
    QueueKey queue = new QueueKey(job.tenant(), job.request().queue());
    RetryPolicy ofQueue = queues.of(queue).defaultRetry();
    return ofQueue != null ? ofQueue : settings.type(job.type()).retry();
  }

  /// Stored in the record of the job, because the store needs it to end leases.
  @Nullable Duration timeout(NewJob job, QueueSettings queue) {
    if (job.timeout() != null) {
      return job.timeout();
    }
    Duration ofQueue = queue.defaultTimeout();
    return ofQueue != null ? ofQueue : settings.type(job.type()).timeout();
  }
}
