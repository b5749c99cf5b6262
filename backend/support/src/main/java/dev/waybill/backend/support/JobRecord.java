package dev.waybill.backend.support;

import dev.waybill.Attempt;
import dev.waybill.Failure;
import dev.waybill.Job;
import dev.waybill.State;
import dev.waybill.record.StoredJob;
import dev.waybill.spi.Draft;
import dev.waybill.spi.JobKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/// The value of a job in the table of jobs.
///
/// @param version the number of writes: of two versions of a job the higher one is the later one,
///     independent of the revisions of the store
/// @param born its position in the order of all jobs
/// @param hasEvents whether events may have been published
/// @param stamps random numbers of the latest writes, newest first: a writer recognizes its own
///     write after a lost answer, even if others have changed the record since
public record JobRecord(
    StoredJob job, long version, long born, boolean hasEvents, List<Long> stamps) {

  private static final int STAMPS_KEPT = 8;
  private static final int BRIEF_CHARS = 256;

  public JobRecord {
    stamps = List.copyOf(stamps);
  }

  public static JobRecord create(Draft draft, Instant now, long arrival) {
    StoredJob job = StoredJob.create(draft, now, arrival);
    return new JobRecord(job, 0, arrival, false, List.of());
  }

  public JobKey key() {
    return job.key();
  }

  public State state() {
    return job.state();
  }

  public long stamp() {
    return stamps.getFirst();
  }

  /// The next version of this record.
  public JobRecord stamped() {
    List<Long> latest = new ArrayList<>(stamps.size() + 1);
    latest.add(ThreadLocalRandom.current().nextLong());
    latest.addAll(stamps.subList(0, Math.min(stamps.size(), STAMPS_KEPT - 1)));
    return new JobRecord(job, version + 1, born, hasEvents, latest);
  }

  /// Without the stack traces of failures, for a store with little room in a value.
  public JobRecord brief() {
    Job.Progress progress = job.progress();
    Failure last = progress.failure();
    return withJob(
        new StoredJob(
            job.draft(),
            job.createdAt(),
            last == null ? progress : progress.withFailure(brief(last)),
            job.position(),
            job.attempts().stream().map(JobRecord::brief).toList()));
  }

  private static Attempt brief(Attempt attempt) {
    Failure failure = attempt.failure();
    return failure == null ? attempt : attempt.withFailure(brief(failure));
  }

  private static Failure brief(Failure failure) {
    String message = failure.message();
    return Failure.of(
        failure.errorClass(), message.substring(0, Math.min(message.length(), BRIEF_CHARS)));
  }

  JobRecord withEvents() {
    return new JobRecord(job, version, born, true, stamps);
  }

  public JobRecord withJob(StoredJob next) {
    return new JobRecord(next, version, born, hasEvents, stamps);
  }
}
