package dev.waybill.engine;

import dev.waybill.Code;
import dev.waybill.Job;
import dev.waybill.JobAction;
import dev.waybill.State;
import dev.waybill.WaybillException;
import dev.waybill.result.BulkResult;
import dev.waybill.result.ChangeResult;
import dev.waybill.result.Changed;
import dev.waybill.result.Refused;
import dev.waybill.spi.Applied;
import dev.waybill.spi.Deleted;
import dev.waybill.spi.JobKey;
import dev.waybill.spi.JobStore;
import dev.waybill.spi.Pruned;
import dev.waybill.spi.Step;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// Cancels, retries, redrives and deletes jobs.
final class JobChanging {

  /// Maximum number of decisions if the job changes between reading and writing.
  private static final int TRIES = 10;

  private final JobStore jobs;
  private final ClaimCheck claims;

  JobChanging(JobStore jobs, ClaimCheck claims) {
    this.jobs = jobs;
    this.claims = claims;
  }

  ChangeResult change(JobAction action, JobKey key) {
    return change(action, key, EnumSet.allOf(State.class));
  }

  /// @param among the states in which the change is allowed
  private ChangeResult change(JobAction action, JobKey key, Set<State> among) {
    for (int i = 0; i < TRIES; i++) {
      Optional<Job> found = jobs.find(key);
      if (found.isEmpty()) {
        return new Refused(Code.NOT_FOUND, "there is no job " + key.id());
      }
      Job job = found.get();
      Optional<Step> step = decide(action, job);
      if (step.isEmpty() && isDone(action, job)) {
        return new Changed(claims.readable(job));
      }
      if (step.isEmpty() || !among.contains(job.state())) {
        return new Refused(Code.WRONG_STATE, "cannot " + action.wire() + " it: " + words(job));
      }
      if (jobs.apply(List.of(step.get())).getFirst() instanceof Applied.Done) {
        discardOldResult(job, step.get());
        return new Changed(claims.readable(jobs.find(key).orElse(job)));
      }
    }
    return new Refused(Code.WRONG_STATE, "the job keeps changing; try again");
  }

  /// A waiting job is cancelled first, so that no worker gets it while it is deleted.
  void delete(JobKey key) {
    for (int i = 0; i < TRIES; i++) {
      switch (jobs.delete(key)) {
        case Deleted.Done(Job job) -> {
          claims.discard(Pruned.of(job));
          return;
        }
        case Deleted.Missing _ ->
            throw new WaybillException(Code.NOT_FOUND, "there is no job " + key.id());
        case Deleted.NotEnded _ -> jobs.find(key).ifPresent(this::endToDelete);
      }
    }
    throw new WaybillException(Code.WRONG_STATE, "the job keeps changing; try again");
  }

  private void endToDelete(Job job) {
    if (job.state() == State.RUNNING) {
      throw new WaybillException(
          Code.WRONG_STATE, "cannot delete it: the job is running; cancel it first");
    }
    Transitions.cancelled(job).ifPresent(step -> jobs.apply(List.of(step)));
  }

  /// Changes those of the jobs that are in one of these states. A job that changes in between is
  /// read again.
  BulkResult changeEach(JobAction action, Set<State> among, List<Job> batch) {
    List<Job> able = batch.stream().filter(job -> decide(action, job).isPresent()).toList();
    List<Step> steps =
        able.stream().map(job -> decide(action, job)).flatMap(Optional::stream).toList();
    List<Applied> answers = steps.isEmpty() ? List.of() : jobs.apply(steps);
    long changed = 0;
    for (int i = 0; i < answers.size(); i++) {
      if (answers.get(i) instanceof Applied.Done) {
        discardOldResult(able.get(i), steps.get(i));
        changed++;
      } else if (change(action, keyOf(able.get(i)), among) instanceof Changed) {
        changed++;
      }
    }
    return new BulkResult(changed, batch.size() - changed);
  }

  private static Optional<Step> decide(JobAction action, Job job) {
    return switch (action) {
      case CANCEL -> Transitions.cancelled(job);
      case RETRY -> Transitions.retried(job);
      case REDRIVE -> Transitions.redriven(job);
    };
  }

  /// Whether the change was made before; then repeating it succeeds and changes nothing.
  private static boolean isDone(JobAction action, Job job) {
    boolean asked = job.state() == State.RUNNING && job.progress().cancelRequested();
    return action == JobAction.CANCEL && (asked || job.state() == State.CANCELLED);
  }

  /// A job that runs again gets another result; nothing refers to the old one.
  private void discardOldResult(Job before, Step step) {
    if (before.state().isTerminal() && step.to() == State.QUEUED) {
      claims.discard(before.tenant(), before.progress().result());
    }
  }

  private static JobKey keyOf(Job job) {
    return new JobKey(job.tenant(), job.id());
  }

  private static String words(Job job) {
    return "the job is " + job.state().name().toLowerCase(Locale.ROOT);
  }
}
