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

/// What holds for a job: what it says itself, or what is set for its queue, or for its type.
record Policies(Settings settings, KnownQueueSettings queues) {

  /// As it is set today, so that it can be changed for jobs that wait already.
  RetryPolicy of(Job job) {
    RetryPolicy own = job.request().retry();
    return own != null ? own : usual(job);
  }

  private RetryPolicy usual(Job job) {
    QueueKey queue = new QueueKey(job.tenant(), job.request().queue());
    RetryPolicy ofQueue = queues.of(queue).defaultRetry();
    return ofQueue != null ? ofQueue : settings.type(job.type()).retry();
  }

  /// Goes into the record of the job, because the store needs it to end leases.
  @Nullable Duration timeout(NewJob job, QueueSettings queue) {
    if (job.timeout() != null) {
      return job.timeout();
    }
    Duration ofQueue = queue.defaultTimeout();
    return ofQueue != null ? ofQueue : settings.type(job.type()).timeout();
  }
}
