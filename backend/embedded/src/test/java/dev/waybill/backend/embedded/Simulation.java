package dev.waybill.backend.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Failure;
import dev.waybill.Job;
import dev.waybill.JobId;
import dev.waybill.NewEvent;
import dev.waybill.NewJob;
import dev.waybill.Outcome;
import dev.waybill.RetryPolicy;
import dev.waybill.State;
import dev.waybill.backend.embedded.history.Archive;
import dev.waybill.backend.embedded.live.LiveJob;
import dev.waybill.backend.embedded.live.LiveQueue;
import dev.waybill.backend.embedded.live.Machine;
import dev.waybill.backend.embedded.live.StoreTime;
import dev.waybill.bytes.JobCodes;
import dev.waybill.engine.Transitions;
import dev.waybill.spi.Appended;
import dev.waybill.spi.Applied;
import dev.waybill.spi.Draft;
import dev.waybill.spi.JobKey;
import dev.waybill.spi.LeaseExtension;
import dev.waybill.spi.LeaseKey;
import dev.waybill.spi.LeaseQuery;
import dev.waybill.spi.QueueKey;
import dev.waybill.spi.Step;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Random work on the store with virtual time, crashes, torn frames and lost replies. The same seed
/// repeats the same run. Every answer is checked against the promises.
final class Simulation {

  private static final String TENANT = "t";
  private static final int MAX_JOBS = 200;

  private final SplittableRandom random;
  private final SimulatedStore store;
  private final Map<JobId, Shadow> jobs = new HashMap<>();
  private final List<JobId> ids = new ArrayList<>();
  private final Map<String, JobId> requests = new HashMap<>();
  private final StoreTime time = new StoreTime();
  private long now = 1_000_000;
  private long counter;
  private long steps;

  Simulation(long seed, SimulatedStore store) {
    this.random = new SplittableRandom(seed);
    this.store = store;
  }

  /// Runs work with faults, then without faults until all jobs have finished.
  void run(int batches) {
    for (int i = 0; i < batches; i++) {
      batch();
    }
    drain();
  }

  long steps() {
    return steps;
  }

  private void batch() {
    now += random.nextInt(10) == 0 ? random.nextInt(60_000) : random.nextInt(50);
    if (random.nextInt(200) == 0) {
      now -= random.nextInt(5_000);
    }
    now = time.at(now);
    boolean torn = random.nextInt(300) == 0;
    Map<String, String> before = torn ? digest() : Map.of();
    Map<JobId, Shadow> shadows = torn ? copyOfShadows() : Map.of();
    int knownRequests = requests.size();
    store.begin(now);
    int commands = 1 + random.nextInt(6);
    for (int i = 0; i < commands; i++) {
      command();
      steps++;
    }
    if (torn) {
      loseBatch(before, shadows, knownRequests);
    } else {
      store.commit();
      maybeCrash();
    }
    if (random.nextInt(20) == 0) {
      store.project();
    }
  }

  /// The batch did not become durable: after recovery it never happened.
  private void loseBatch(
      Map<String, String> before, Map<JobId, Shadow> shadows, int knownRequests) {
    store.tear(random.nextInt(4096));
    store.reopen();
    assertThat(digest()).as("a torn batch leaves nothing behind").isEqualTo(before);
    jobs.keySet().retainAll(shadows.keySet());
    jobs.putAll(shadows);
    ids.removeIf(id -> !jobs.containsKey(id));
    requests.values().removeIf(id -> !jobs.containsKey(id));
    assertThat(requests).hasSize(knownRequests);
  }

  private void maybeCrash() {
    if (random.nextInt(150) == 0) {
      Map<String, String> before = digest();
      store.reopen();
      assertThat(digest()).as("E1: what was committed is there after a crash").isEqualTo(before);
    }
  }

  private void command() {
    switch (random.nextInt(12)) {
      case 0, 1 -> append();
      case 2, 3 -> lease();
      case 4, 5, 6 -> settle();
      case 7 -> extend();
      case 8 -> change();
      case 9 -> maintain();
      case 10 -> publish();
      case 11 -> pause();
      default -> throw new IllegalStateException();
    }
  }

  private void append() {
    String requestId = random.nextInt(3) == 0 ? "r" + random.nextInt(500) : null;
    NewJob.Builder job =
        NewJob.builder("type").queue(queue().queue()).payload("p" + counter).requestId(requestId);
    job.priority(JobCodes.priority(random.nextInt(3)));
    if (random.nextInt(4) == 0) {
      job.delay(Duration.ofMillis(random.nextInt(100_000)));
    }
    if (random.nextInt(8) == 0) {
      job.deadline(Instant.ofEpochMilli(now + random.nextInt(100_000)));
    }
    if (random.nextInt(8) == 0) {
      job.timeout(Duration.ofMillis(1 + random.nextInt(20_000)));
    }
    JobId id = new JobId(now << 16 | 0x7000, ++counter);
    send(new Draft(new JobKey(TENANT, id), job.build(), new Draft.Fingerprint(7, 7)));
  }

  private void send(Draft draft) {
    String requestId = draft.job().requestId();
    JobId known = requestId == null ? null : requests.get(requestId);
    switch (store.machine().append(draft, store.requestsAsOf())) {
      case Appended.New made -> {
        assertThat(known).as("E2: %s was there already", requestId).isNull();
        accepted(draft, made);
        if (random.nextInt(4) == 0 && requestId != null) {
          send(draft);
        }
      }
      case Appended.Duplicate same -> assertThat(same.id()).as("E2").isEqualTo(known);
      case Appended.Conflict other -> throw new AssertionError("E2: " + other);
      case Appended.Full _, Appended.OverQuota _ ->
          assertThat(store.state().liveJobs()).isGreaterThanOrEqualTo(MAX_JOBS);
      case null -> {}
    }
  }

  private void accepted(Draft draft, Appended.New job) {
    jobs.put(job.id(), new Shadow(draft, draft.readyAt(job.createdAt()).toEpochMilli()));
    ids.add(job.id());
    String requestId = draft.job().requestId();
    if (requestId != null) {
      requests.put(requestId, job.id());
    }
  }

  private void lease() {
    QueueKey queue = queue();
    Duration leaseDuration = Duration.ofMillis(1 + random.nextInt(30_000));
    for (Machine.Glimpse given :
        store
            .machine()
            .lease(
                new LeaseQuery(
                    queue,
                    "w" + random.nextInt(5),
                    1 + random.nextInt(5),
                    leaseDuration,
                    Duration.ZERO))) {
      LiveJob job = given.job();
      Shadow shadow = shadow(job.id());
      assertThat(shadow.state).as("L1: %s is leased once", job.id()).isEqualTo(State.QUEUED);
      assertThat(job.runAt).as("L5: not before its time").isLessThanOrEqualTo(now);
      assertThat(job.deadline).as("not after its deadline").isGreaterThan(now);
      shadow.saw(job);
    }
  }

  private void settle() {
    Shadow shadow = anyJob();
    LiveJob job = shadow == null ? null : store.state().find(shadow.draft.key().id());
    if (shadow == null || job == null) {
      return;
    }
    boolean late = random.nextInt(6) == 0;
    Job seen = seen(shadow, job, late ? -1 : 0, true);
    Step step = Transitions.settled(seen, outcome(), RetryPolicy.DEFAULT, random.nextDouble());
    boolean inTime = step.fits(State.RUNNING, step.guard().attempt(), false, job.leaseAt(now));
    boolean mayApply = job.state == State.RUNNING && !late && inTime;
    apply(shadow, step, mayApply);
    apply(shadow, step, false);
  }

  /// Applies a step, which must succeed if and only if its guard matches.
  private void apply(Shadow shadow, Step step, boolean fits) {
    Applied answer = store.machine().apply(step);
    if (answer == null) {
      return;
    }
    assertThat(answer instanceof Applied.Done)
        .as("L2: %s on %s", step, shadow.state)
        .isEqualTo(fits);
    look(shadow);
  }

  private void extend() {
    Shadow shadow = anyJob();
    if (shadow != null) {
      int attempt = shadow.attempt - (random.nextInt(4) == 0 ? 1 : 0);
      LiveJob job = store.state().find(shadow.draft.key().id());
      boolean held =
          job != null
              && job.running != null
              && job.attempt == attempt
              && !job.leaseAt(now).isPastTimeout();
      LeaseExtension answer =
          store.machine().extend(new LeaseKey(shadow.draft.key(), attempt), Duration.ofSeconds(10));
      assertThat(answer instanceof LeaseExtension.Held).as("L2: extend").isEqualTo(held);
    }
  }

  private void change() {
    Shadow shadow = anyJob();
    LiveJob job = shadow == null ? null : store.state().find(shadow.draft.key().id());
    if (shadow == null) {
      return;
    }
    if (job == null || job.isTerminal()) {
      revive(shadow);
      return;
    }
    Job seen = seen(shadow, job, 0, false);
    (random.nextBoolean() ? Transitions.cancelled(seen) : Transitions.retried(seen))
        .ifPresent(step -> apply(shadow, step, true));
  }

  private void revive(Shadow shadow) {
    store
        .load(shadow.draft.key())
        .filter(archived -> archived.state().isTerminal())
        .ifPresent(
            archived -> {
              Job seen = archivedJob(shadow, archived);
              Step step = Transitions.retried(seen).orElseThrow();
              Applied first = store.machine().revive(step, archived);
              if (first instanceof Applied.Done) {
                look(shadow);
                assertThat(store.machine().revive(step, archived))
                    .as("D1: redriving twice runs once")
                    .isInstanceOf(Applied.Stale.class);
              }
            });
  }

  private void maintain() {
    for (Machine.Glimpse late : store.machine().overdue(10)) {
      Shadow shadow = shadow(late.job().id());
      Job seen = seen(shadow, late.job(), 0, false);
      boolean running = late.job().state == State.RUNNING;
      apply(
          shadow,
          running ? Transitions.lapsed(seen, RetryPolicy.DEFAULT, 0) : Transitions.expired(seen),
          true);
    }
  }

  private void publish() {
    Shadow shadow = anyJob();
    if (shadow != null) {
      long sequence = random.nextInt(20);
      store
          .machine()
          .publish(
              new LeaseKey(shadow.draft.key(), shadow.attempt),
              List.of(NewEvent.of(sequence, "e", "x"), NewEvent.of(sequence + 1, "e", "y")));
    }
  }

  private void pause() {
    if (random.nextInt(10) == 0) {
      store.machine().pause(queue(), random.nextInt(3) == 0);
    }
  }

  /// Without faults and new jobs, every job finishes within a bounded time.
  private void drain() {
    store.begin(now);
    for (LiveQueue queue : List.copyOf(store.state().queues())) {
      store.machine().pause(queue.key, false);
    }
    store.commit();
    for (int round = 0; store.state().liveJobs() > 0; round++) {
      assertThat(round).as("everything drains").isLessThan(2_000);
      now += 200_000;
      store.begin(now);
      maintain();
      for (LiveQueue queue : List.copyOf(store.state().queues())) {
        for (Machine.Glimpse given :
            store
                .machine()
                .lease(
                    new LeaseQuery(
                        queue.key, "last", 100, Duration.ofSeconds(10), Duration.ZERO))) {
          Shadow shadow = shadow(given.job().id());
          shadow.saw(given.job());
          LeaseKey lease = new LeaseKey(shadow.draft.key(), given.job().attempt);
          apply(shadow, Transitions.completed(lease, dev.waybill.Payload.empty()), true);
        }
      }
      store.commit();
    }
  }

  private Outcome outcome() {
    Failure failure = Failure.of("error", "why");
    return switch (random.nextInt(8)) {
      case 0 -> new Outcome.Retry(failure, null);
      case 1 -> new Outcome.Retry(failure, Duration.ofMillis(random.nextInt(10_000)));
      case 2 -> new Outcome.Snooze(Duration.ofMillis(random.nextInt(10_000)));
      case 3 -> new Outcome.Fail(failure);
      case 4 -> new Outcome.Release();
      case 5 -> new Outcome.Reject(failure);
      default -> Outcome.done("ok");
    };
  }

  private Job seen(Shadow shadow, LiveJob job, int attemptShift, boolean settling) {
    Job.Progress real = job.progress(now);
    Job.Progress told =
        real.toBuilder()
            .state(settling ? State.RUNNING : real.state())
            .attempt(real.attempt() + attemptShift)
            .worker("w")
            .build();
    return new Job(job.id(), TENANT, Instant.ofEpochMilli(shadow.runAt), shadow.draft.job(), told);
  }

  private Job archivedJob(Shadow shadow, Archive.Archived archived) {
    Instant time = Instant.ofEpochMilli(now);
    Job.Progress progress =
        Job.Progress.waiting(time, time).toBuilder()
            .state(archived.state())
            .attempt(archived.attempt())
            .generation(shadow.generation)
            .build();
    return new Job(shadow.draft.key().id(), TENANT, time, shadow.draft.job(), progress);
  }

  private void look(Shadow shadow) {
    LiveJob job = store.state().find(shadow.draft.key().id());
    if (job != null) {
      shadow.saw(job);
    }
  }

  private Shadow shadow(JobId id) {
    Shadow shadow = jobs.get(id);
    assertThat(shadow).as("job %s was never accepted", id).isNotNull();
    return java.util.Objects.requireNonNull(shadow);
  }

  private @Nullable Shadow anyJob() {
    if (ids.isEmpty()) {
      return null;
    }
    int recent = Math.min(ids.size(), random.nextInt(10) == 0 ? ids.size() : MAX_JOBS);
    return jobs.get(ids.get(ids.size() - 1 - random.nextInt(recent)));
  }

  private QueueKey queue() {
    return new QueueKey(TENANT, "q" + random.nextInt(3));
  }

  private Map<JobId, Shadow> copyOfShadows() {
    Map<JobId, Shadow> copy = new HashMap<>();
    jobs.forEach(
        (id, shadow) -> {
          Shadow same = new Shadow(shadow.draft, shadow.runAt);
          same.state = shadow.state;
          same.attempt = shadow.attempt;
          same.generation = shadow.generation;
          copy.put(id, same);
        });
    return copy;
  }

  /// The live state as text, for comparison.
  private Map<String, String> digest() {
    Map<String, String> words = new TreeMap<>();
    for (JobId id : ids) {
      LiveJob job = store.state().find(id);
      if (job != null && !job.isTerminal()) {
        words.put(id.toString(), describe(job));
      }
    }
    for (LiveQueue queue : store.state().queues()) {
      if (queue.paused) {
        words.put(queue.key.queue(), "paused");
      }
    }
    return words;
  }

  private static String describe(LiveJob job) {
    LiveJob.Running running = job.running;
    return "%s %d %d %d %d %d %s %s"
        .formatted(
            job.state,
            job.attempt,
            job.generation,
            job.errors,
            job.crashes,
            job.runAt,
            job.cancelRequested,
            running == null
                ? ""
                : running.worker + running.startedAt + running.until + running.lastEvent);
  }

  static int maxJobs() {
    return MAX_JOBS;
  }
}
