package dev.waybill.rig.sim.oracle;

import dev.waybill.EventCursor;
import dev.waybill.Job;
import dev.waybill.JobEvent;
import dev.waybill.NewEvent;
import dev.waybill.Page;
import dev.waybill.State;
import dev.waybill.rig.sim.time.VirtualTime;
import dev.waybill.settings.Retention;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Appended;
import dev.waybill.spi.Applied;
import dev.waybill.spi.Draft;
import dev.waybill.spi.EventQuery;
import dev.waybill.spi.EventsRead;
import dev.waybill.spi.EventsStored;
import dev.waybill.spi.ForwardingJobStore;
import dev.waybill.spi.JobKey;
import dev.waybill.spi.JobQuery;
import dev.waybill.spi.JobStore;
import dev.waybill.spi.LeaseExtension;
import dev.waybill.spi.LeaseKey;
import dev.waybill.spi.LeaseQuery;
import dev.waybill.spi.Pruned;
import dev.waybill.spi.QueueKey;
import dev.waybill.spi.Step;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Wraps the store below all faults, sees every answer in the order of the effects, and compares it
/// with the answers before.
public final class JobOracle extends ForwardingJobStore {

  private final TrackedJobs trackedJobs;
  private final VirtualTime time;
  private final Settings settings;
  private final StepRules rules;
  private final Deque<ActorCall> calls = new ArrayDeque<>();

  public JobOracle(JobStore store, TrackedJobs trackedJobs, Settings settings, VirtualTime time) {
    super(store);
    this.trackedJobs = trackedJobs;
    this.time = time;
    this.settings = settings;
    rules = new StepRules(settings, time);
  }

  /// Attributes the actions of the store to this call.
  public <T> T during(ActorCall call, Supplier<T> body) {
    calls.push(call);
    try {
      return body.get();
    } finally {
      calls.pop();
    }
  }

  @Override
  public List<Appended> append(List<Draft> drafts) {
    List<Appended> answers = store.append(drafts);
    for (int i = 0; i < drafts.size(); i++) {
      appended(drafts.get(i), answers.get(i));
    }
    return answers;
  }

  private void appended(Draft draft, Appended answer) {
    TrackedJob earlier = trackedJobs.earlier(draft);
    switch (answer) {
      case Appended.New fresh -> {
        unless(earlier == null, "E2", "a request id made two jobs, %s and %s", earlier, draft);
        unless(fresh.id().equals(draft.key().id()), "E1", "another job: %s", fresh);
        trackedJobs.add(draft, fresh.createdAt());
        look(draft.key());
      }
      case Appended.Duplicate same ->
          unless(isRepeat(draft, earlier, same), "E2", "%s is no repeat: %s", draft, same);
      case Appended.Conflict conflict ->
          unless(
              earlier != null
                  && earlier.key.id().equals(conflict.existing())
                  && !sameBody(draft, earlier),
              "E2",
              "%s is no conflict",
              draft);
      case Appended.OverQuota over -> unless(false, "X1", "there is no quota: %s", over);
      case Appended.Full _ ->
          unless(
              trackedJobs.live() >= settings.maxLiveJobs(),
              "X1",
              "full with %d jobs",
              trackedJobs.live());
    }
  }

  private static boolean isRepeat(
      Draft draft, @Nullable TrackedJob earlier, Appended.Duplicate same) {
    return earlier != null && earlier.key.id().equals(same.id()) && sameBody(draft, earlier);
  }

  private static boolean sameBody(Draft draft, TrackedJob earlier) {
    return String.valueOf(draft.job().correlationId()).equals(earlier.asked.correlationId());
  }

  @Override
  public List<Job> lease(LeaseQuery take) {
    List<Job> given = store.lease(take);
    LaneCheck lanes = trackedJobs.lanes(take.queue());
    for (Job job : given) {
      leased(take, job, lanes);
    }
    boolean enough = given.size() == take.max() || lanes.paused || !lanes.hasReady(time.millis());
    unless(enough, "L4", "a job waits in %s and was not given out", take.queue());
    return given;
  }

  private void leased(LeaseQuery take, Job given, LaneCheck lanes) {
    long now = time.millis();
    TrackedJob job = known(take.queue().tenant(), given);
    unless(job.state == State.QUEUED, "L1", "job %d is leased twice: %s", job.number, job);
    unless(job.runAt <= now, "L5", "job %d runs before its time: %s", job.number, job);
    unless(job.isReady(now), "L5", "job %d runs after its deadline", job.number);
    unless(job.asked.queue().equals(take.queue().queue()), "T1", "job %d: queue", job.number);
    lanes.given(job, now);
    long until = java.util.Objects.requireNonNull(given.progress().leaseUntil()).toEpochMilli();
    unless(
        until <= now + take.leaseDuration().toMillis(),
        "L1",
        "job %d is held too long",
        job.number);
    job.lease(take.worker(), now, until);
    unless(until <= job.timesOutAt(), "L6", "job %d is held beyond its timeout", job.number);
    same(job, given);
  }

  @Override
  public List<LeaseExtension> extend(List<LeaseKey> leases, Duration leaseDuration) {
    List<LeaseExtension> answers = store.extend(leases, leaseDuration);
    for (int i = 0; i < leases.size(); i++) {
      extended(leases.get(i), leaseDuration, answers.get(i));
    }
    leases.forEach(lease -> look(lease.job()));
    return answers;
  }

  private void extended(LeaseKey lease, Duration leaseDuration, LeaseExtension answer) {
    TrackedJob job = held(lease);
    unless((job != null) == (answer instanceof LeaseExtension.Held), "L2", "%s: %s", lease, answer);
    if (job != null && answer instanceof LeaseExtension.Held(Duration remaining, boolean stop)) {
      unless(stop == job.stop, "S3", "job %d: asked to stop is %s", job.number, stop);
      unless(remaining.compareTo(leaseDuration) <= 0, "L1", "job %d is held too long", job.number);
      job.leaseUntil = time.millis() + remaining.toMillis();
      unless(job.leaseUntil <= job.timesOutAt(), "L6", "job %d outlives its timeout", job.number);
      touch(lease);
    }
  }

  @Override
  public List<Applied> apply(List<Step> steps) {
    List<Applied> answers = store.apply(steps);
    for (int i = 0; i < steps.size(); i++) {
      applied(steps.get(i), answers.get(i));
    }
    steps.forEach(step -> look(step.guard().job()));
    return answers;
  }

  private void applied(Step step, Applied answer) {
    TrackedJob job = trackedJobs.find(step.guard().job());
    boolean fits = job != null && job.fits(step, time.millis());
    boolean done = answer instanceof Applied.Done;
    unless(fits == done, "L2", "the guard says %s, the answer is %s: %s", fits, answer, step);
    if (job != null && fits) {
      rules.check(calls.peek(), job, step);
      trackedJobs.move(job, step, time.millis());
      touch(step.guard());
    }
  }

  /// Only the holder of a genuine token may change its attempt.
  private void touch(LeaseKey lease) {
    ActorCall call = calls.peek();
    if (call != null) {
      boolean byToken =
          switch (call.kind) {
            case EXTEND, SETTLE, PUBLISH -> true;
            case ENQUEUE, LEASE, CANCEL, RETRY, REDRIVE, PAUSE, TICK, READ -> false;
          };
      unless(!byToken || call.words.containsKey(lease), "L2", "nobody held %s", lease);
      call.touched.add(lease);
      call.moved++;
    }
  }

  @Override
  public Optional<Job> find(JobKey key) {
    return look(key);
  }

  private Optional<Job> look(JobKey key) {
    Optional<Job> found = store.find(key);
    TrackedJob job = trackedJobs.find(key);
    unless(
        found.isPresent() == (job != null),
        job == null ? "T1" : "E1",
        "%s is %s, found was %s",
        key,
        job,
        found);
    if (job != null) {
      same(job, found.orElseThrow());
    }
    return found;
  }

  private void same(TrackedJob job, Job seen) {
    String difference = job.differenceTo(seen, time.millis());
    unless(difference == null, "E1", "%s", String.valueOf(difference));
  }

  @Override
  public Page<Job> browse(JobQuery query) {
    Page<Job> page = store.browse(query);
    for (Job job : page.items()) {
      same(known(query.tenant(), job), job);
    }
    return page;
  }

  @Override
  public List<Job> overdue(int max) {
    List<Job> overdue = store.overdue(max);
    for (Job seen : overdue) {
      TrackedJob job = known(seen.tenant(), seen);
      boolean late =
          job.state == State.RUNNING
              ? job.leaseUntil <= time.millis()
              : job.state == State.QUEUED && job.isPastDeadline(time.millis());
      unless(late, "L3", "not overdue: %s", seen);
    }
    return overdue;
  }

  @Override
  public void pause(QueueKey queue, boolean paused) {
    store.pause(queue, paused);
    trackedJobs.lanes(queue).paused = paused;
  }

  @Override
  public EventsStored publish(LeaseKey lease, List<NewEvent> events) {
    EventsStored answer = store.publish(lease, events);
    TrackedJob job = held(lease);
    unless((job != null) == (answer instanceof EventsStored.Events), "L2", "%s: %s", lease, answer);
    if (job != null) {
      int added = (int) events.stream().filter(job::publish).count();
      EventsStored expected = new EventsStored.Events(added, events.size() - added);
      unless(expected.equals(answer), "V1", "job %d: %s, not %s", job.number, answer, expected);
      touch(lease);
    }
    return answer;
  }

  @Override
  public EventsRead read(EventQuery query) {
    EventsRead read = store.read(query);
    TrackedJob job = trackedJobs.find(query.job());
    List<TrackedJob.Heard> heard = read.events().stream().map(JobOracle::heard).toList();
    List<TrackedJob.Heard> expected = expected(job, query);
    if (job != null && !heard.equals(expected) && job.forgetEvents()) {
      expected = expected(job, query);
    }
    unless(heard.equals(expected), "V1", "read %s, not %s", heard, expected);
    unless(
        !read.finished() || job == null || job.state.isTerminal(),
        "V1",
        "no more events, but the job has not finished: %s",
        query);
    return read;
  }

  private static List<TrackedJob.Heard> expected(@Nullable TrackedJob job, EventQuery query) {
    return job == null ? List.of() : job.eventsAfter(query.after(), query.max());
  }

  public static TrackedJob.Heard heard(JobEvent event) {
    EventCursor at = new EventCursor(event.attempt(), event.sequence());
    return new TrackedJob.Heard(at, event.type(), event.data().text());
  }

  private boolean isOld(TrackedJob job) {
    return job.state.isTerminal()
        && job.updatedAt + settings.retention().events().toMillis() < time.latest();
  }

  @Override
  public List<Pruned> prune(Retention retention, int max) {
    List<Pruned> forgotten = store.prune(retention, max);
    for (Pruned seen : forgotten) {
      TrackedJob job =
          BrokenPromise.required(
              trackedJobs.find(seen.job()), "E1", "pruned, but unknown: %s", seen);
      boolean old =
          job.state.isTerminal()
              && job.updatedAt + retention.of(job.state).toMillis() <= time.millis();
      unless(old, "E1", "forgotten too early: %s", seen);
      trackedJobs.forget(job);
    }
    trackedJobs.all().stream().filter(this::isOld).forEach(TrackedJob::mayForgetEvents);
    return forgotten;
  }

  private TrackedJob known(String tenant, Job seen) {
    return BrokenPromise.required(
        trackedJobs.find(new JobKey(tenant, seen.id())), "T1", "%s sees %s", tenant, seen);
  }

  private @Nullable TrackedJob held(LeaseKey lease) {
    TrackedJob job = trackedJobs.find(lease.job());
    boolean held = job != null && job.isHeld(lease.attempt()) && !job.hasTimedOut(time.millis());
    return held ? job : null;
  }

  private static void unless(
      boolean holds, String promise, String what, @Nullable Object... details) {
    BrokenPromise.unless(holds, promise, what, details);
  }
}
