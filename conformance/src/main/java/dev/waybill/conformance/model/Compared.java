package dev.waybill.conformance.model;

import dev.waybill.Job;
import dev.waybill.State;
import dev.waybill.spi.Applied;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// Answers in a form that leaves out what a store is free to choose.
public final class Compared {

  private Compared() {}

  /// When a running job was last touched that was asked to stop, when an ended one was due, and
  /// whether one that does not run was asked to stop: nobody asks.
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

  /// Waiting is one state to whoever applies a step.
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
