package dev.waybill.conformance.model;

import dev.waybill.Job;
import dev.waybill.State;
import dev.waybill.spi.Applied;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// Normalizes answers: removes values that a store is free to choose.
public final class Compared {

  private Compared() {}

  /// Removes values without a reader: when a running job was last changed that was asked to stop,
  /// when a finished job was due, and whether a job that does not run was asked to stop.
  public static Job job(Job job) {
    Job.Progress of = job.progress();
    boolean runs = of.state() == State.RUNNING;
    Job.Progress kept =
        of.toBuilder()
            .runAt(of.state().isWaiting() ? of.runAt() : job.createdAt())
            .updatedAt(runs && of.cancelRequested() ? job.createdAt() : of.updatedAt())
            .cancelRequested(runs && of.cancelRequested())
            .build();
    return job.withProgress(kept);
  }

  public static Optional<Job> job(Optional<Job> job) {
    return job.map(Compared::job);
  }

  public static List<Job> jobs(List<Job> jobs) {
    return jobs.stream().map(Compared::job).toList();
  }

  /// Steps treat both waiting states as one.
  public static List<Applied> applied(List<Applied> answers) {
    return answers.stream().map(Compared::applied).toList();
  }

  private static Applied applied(Applied answer) {
    return answer instanceof Applied.Done done && done.state().isWaiting()
        ? new Applied.Done(State.QUEUED)
        : answer;
  }

  public static Set<String> ids(List<Job> jobs) {
    Set<String> ids = new TreeSet<>();
    jobs.forEach(job -> ids.add(job.id().toString()));
    return ids;
  }
}
