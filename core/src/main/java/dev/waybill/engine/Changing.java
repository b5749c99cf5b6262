package dev.waybill.engine;

import dev.waybill.BulkResult;
import dev.waybill.ChangeResult;
import dev.waybill.Changed;
import dev.waybill.Code;
import dev.waybill.Job;
import dev.waybill.JobFilter;
import dev.waybill.Page;
import dev.waybill.Refused;
import dev.waybill.State;
import dev.waybill.WaybillException;
import dev.waybill.spi.Applied;
import dev.waybill.spi.Deleted;
import dev.waybill.spi.JobKey;
import dev.waybill.spi.JobQuery;
import dev.waybill.spi.JobStore;
import dev.waybill.spi.Step;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Cancels, retries and redrives, one job or all that match.
final class Changing {

  private static final int BATCH = 500;

  /// How often a decision is made anew when the job moves on between reading and writing.
  private static final int TRIES = 10;

  private final JobStore jobs;
  private final ClaimCheck claims;
  private final Admission admission;

  Changing(JobStore jobs, ClaimCheck claims, Admission admission) {
    this.jobs = jobs;
    this.claims = claims;
    this.admission = admission;
  }

  ChangeResult change(Change change, JobKey key) {
    for (int i = 0; i < TRIES; i++) {
      Optional<Job> found = jobs.find(key);
      if (found.isEmpty()) {
        return new Refused(Code.NOT_FOUND, "there is no job " + key.id());
      }
      Job job = found.get();
      Optional<Step> step = change.decide(job);
      if (step.isEmpty() && change.isDone(job)) {
        return new Changed(claims.readable(job));
      }
      if (step.isEmpty()) {
        return new Refused(Code.WRONG_STATE, "cannot " + change.verb() + " it: " + words(job));
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
          claims.discardAll(List.of(job));
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

  BulkResult changeAll(Change change, String tenant, JobFilter filter) {
    admission.filter(filter);
    Set<State> states = change.states();
    states.retainAll(filter.states());
    BulkResult sum = new BulkResult(0, 0);
    @Nullable String place = null;
    boolean more = !states.isEmpty();
    while (more) {
      Page<Job> page = jobs.browse(new JobQuery(tenant, filter.withStates(states), BATCH, place));
      sum = add(sum, changePage(change, page.items()));
      place = page.nextCursor();
      more = place != null;
    }
    return sum;
  }

  private BulkResult changePage(Change change, List<Job> page) {
    List<Job> able = page.stream().filter(job -> change.decide(job).isPresent()).toList();
    List<Step> steps = able.stream().map(change::decide).flatMap(Optional::stream).toList();
    List<Applied> answers = steps.isEmpty() ? List.of() : jobs.apply(steps);
    long changed = 0;
    for (int i = 0; i < answers.size(); i++) {
      if (answers.get(i) instanceof Applied.Done) {
        discardOldResult(able.get(i), steps.get(i));
        changed++;
      }
    }
    return new BulkResult(changed, page.size() - changed);
  }

  /// A job that runs again will have another result; nothing refers to the old one any more.
  private void discardOldResult(Job before, Step step) {
    if (before.state().isTerminal() && step.to() == State.QUEUED) {
      claims.discard(before.tenant(), before.progress().result());
    }
  }

  private static BulkResult add(BulkResult a, BulkResult b) {
    return new BulkResult(a.changed() + b.changed(), a.skipped() + b.skipped());
  }

  private static String words(Job job) {
    return "the job is " + job.state().name().toLowerCase(Locale.ROOT);
  }
}
