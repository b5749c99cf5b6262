package dev.waybill.server.activity;

import dev.waybill.Attempt;
import dev.waybill.Failure;
import dev.waybill.Job;
import dev.waybill.State;
import dev.waybill.base.Text;
import dev.waybill.insight.JobExplanation;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Explains why a job is where it is.
record JobDiagnosis(Job job, List<Attempt> attempts, Surroundings around) {

  private static final int ATTEMPTS_SHOWN = 5;
  private static final int MESSAGE_LENGTH = 200;

  /// @param hasWorker whether a worker asked this server for jobs of the queue in the last minutes
  /// @param ahead jobs of the queue that have been waiting longer
  record Surroundings(Instant now, boolean isPaused, boolean hasWorker, long ahead) {}

  JobExplanation explanation() {
    State state = job.progress().asOf(around.now()).state();
    List<String> reasons = new ArrayList<>(history());
    if (state.isWaiting()) {
      reasons.addAll(obstacles());
    }
    return new JobExplanation(job.id(), state, summary(state), reasons, next(state));
  }

  private String summary(State state) {
    return switch (state) {
      case SCHEDULED -> scheduled();
      case QUEUED -> queued();
      case RUNNING -> running();
      case COMPLETED -> "The job completed in attempt " + job.attempt() + again() + ".";
      case FAILED -> "The job failed permanently" + lastError() + ".";
      case CANCELLED -> "The job was canceled.";
      case DEAD -> "The job is dead" + losses() + lastError() + ".";
    };
  }

  /// The errors and crashes that used up its attempts.
  private String losses() {
    String errors = counted(job.progress().errors(), "error", "errors");
    String crashes = counted(job.progress().crashes(), "crash", "crashes");
    String between = errors.isEmpty() || crashes.isEmpty() ? "" : " and ";
    String all = errors + between + crashes;
    return all.isEmpty() ? "" : " after " + all;
  }

  private static String counted(int count, String one, String many) {
    return count == 0 ? "" : count + " " + (count == 1 ? one : many);
  }

  private String scheduled() {
    String until = time(job.progress().runAt());
    return job.progress().errors() > 0
        ? "The job waits until " + until + " to retry" + lastError() + "."
        : "The job is scheduled for " + until + ".";
  }

  private String queued() {
    String queue = Text.quote(job.queue());
    if (around.isPaused()) {
      return "The job waits because the queue " + queue + " is paused.";
    }
    if (!around.hasWorker()) {
      return "The job waits because no worker asks this server for jobs of the queue "
          + queue
          + ".";
    }
    return around.ahead() > 0
        ? "The job waits for a worker, behind " + ahead() + " of the queue " + queue + "."
        : "The job is the next of its lane in the queue " + queue + ".";
  }

  private String running() {
    String worker = Text.quote(String.valueOf(job.progress().worker()));
    Duration since = Duration.between(job.progress().updatedAt(), around.now());
    return job.progress().cancelRequested()
        ? "Worker " + worker + " was asked to stop the job."
        : "Worker %s has been running attempt %d for %s%s."
            .formatted(worker, job.attempt(), span(since), again());
  }

  private String again() {
    return attempts.size() > 1 ? "; it was started " + attempts.size() + " times" : "";
  }

  private String lastError() {
    return job.failure().map(failure -> ": " + error(failure)).orElse("");
  }

  private static String error(Failure failure) {
    String message = failure.message().lines().findFirst().orElse("");
    String text = failure.errorClass() + (message.isEmpty() ? "" : ": " + message);
    return text.length() > MESSAGE_LENGTH ? text.substring(0, MESSAGE_LENGTH) + "..." : text;
  }

  /// How earlier attempts ended, which is why there is another one.
  private List<String> history() {
    int skipped = Math.max(0, attempts.size() - ATTEMPTS_SHOWN);
    List<String> lines = new ArrayList<>();
    if (skipped > 0) {
      lines.add("There were " + skipped + " earlier attempts.");
    }
    attempts.stream().skip(skipped).map(JobDiagnosis::line).forEach(lines::add);
    if (job.progress().generation() > 0) {
      lines.add("It was retried or redriven %d times.".formatted(job.progress().generation()));
    }
    return lines;
  }

  private static String line(Attempt attempt) {
    String who = "Attempt %d by %s ".formatted(attempt.number(), Text.quote(attempt.worker()));
    Attempt.Ending ending = attempt.ending();
    if (ending == null) {
      return who + "began at " + time(attempt.startedAt()) + ".";
    }
    Failure failure = attempt.failure();
    String why = failure == null ? "" : ": " + error(failure);
    return who
        + switch (ending) {
          case COMPLETED -> "completed";
          case ERROR -> "ended with an error" + why;
          case FAILED -> "ended with a permanent error" + why;
          case SNOOZED -> "put the job off";
          case RELEASED -> "gave the job back";
          case CANCELLED -> "was canceled";
          case CRASHED -> "lost its lease: the worker crashed or stopped extending it" + why;
        }
        + ".";
  }

  private List<String> obstacles() {
    List<String> lines = new ArrayList<>();
    if (around.isPaused()) {
      lines.add("The queue " + Text.quote(job.queue()) + " is paused.");
    }
    if (!around.hasWorker()) {
      lines.add(
          "In the last %d minutes no worker asked this server for jobs of this queue."
              .formatted(WorkerRecords.SHOWN.toMinutes()));
    }
    if (around.ahead() > 0) {
      lines.add("%s of this queue have been waiting longer%s.".formatted(ahead(), higherFirst()));
    }
    Instant deadline = job.request().deadline();
    if (deadline != null) {
      lines.add("It fails if it has not started by " + time(deadline) + ".");
    }
    return lines;
  }

  private String higherFirst() {
    return switch (job.priority()) {
      case HIGH -> "";
      case NORMAL, LOW -> "; jobs of a higher priority come first";
    };
  }

  private String ahead() {
    return around.ahead() == 1
        ? "1 job"
        : (around.ahead() >= 99 ? "at least " : "") + around.ahead() + " jobs";
  }

  private String next(State state) {
    String id = job.id().toString();
    return switch (state) {
      case SCHEDULED -> "It becomes ready at " + time(job.progress().runAt()) + startsIf();
      case QUEUED ->
          around.isPaused()
              ? "Resume the queue: waybill queues resume " + job.queue()
              : around.hasWorker()
                  ? "The next free worker leases it."
                  : "Start a worker of this queue; for programs: waybill work --queue "
                      + job.queue()
                      + " --allow COMMAND";
      case RUNNING -> runningNext();
      case COMPLETED -> "Nothing is left to do.";
      case FAILED, CANCELLED -> "To run it again: waybill jobs retry " + id;
      case DEAD -> "Fix the cause, then: waybill redrive " + id;
    };
  }

  private String startsIf() {
    return around.isPaused() ? ", but its queue is paused." : ".";
  }

  private String runningNext() {
    Instant until = job.progress().leaseUntil();
    return until == null
        ? "The worker settles it."
        : "The worker settles it, or extends its lease before "
            + time(until)
            + "; otherwise the attempt counts as crashed.";
  }

  private static String time(Instant time) {
    return time.truncatedTo(ChronoUnit.SECONDS).toString();
  }

  private static String span(Duration duration) {
    Duration rounded =
        duration.isNegative() ? Duration.ZERO : duration.truncatedTo(ChronoUnit.SECONDS);
    return rounded.toString().substring(2).toLowerCase(Locale.ROOT);
  }
}
