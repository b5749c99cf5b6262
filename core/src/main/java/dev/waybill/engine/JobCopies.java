package dev.waybill.engine;

import dev.waybill.Job;
import dev.waybill.NewJob;
import dev.waybill.Payload;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Jobs with one part exchanged.
final class JobCopies {

  private JobCopies() {}

  static Job with(Job job, Payload payload, @Nullable Payload result) {
    NewJob request = job.request().toBuilder().payload(payload).build();
    Job.Progress p = job.progress();
    Job.Progress progress =
        new Job.Progress(
            p.state(),
            p.attempt(),
            p.generation(),
            p.errors(),
            p.crashes(),
            p.runAt(),
            p.updatedAt(),
            p.cancelRequested(),
            p.worker(),
            p.leaseUntil(),
            result,
            p.failure());
    return new Job(job.id(), job.tenant(), job.createdAt(), request, progress);
  }

  static NewJob with(NewJob job, Payload payload, @Nullable Duration timeout) {
    boolean same = payload.equals(job.payload()) && Objects.equals(timeout, job.timeout());
    return same ? job : job.toBuilder().payload(payload).timeout(timeout).build();
  }
}
