package dev.waybill.conformance;

import static dev.waybill.conformance.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.EventCursor;
import dev.waybill.Job;
import dev.waybill.JobFilter;
import dev.waybill.NewEvent;
import dev.waybill.Page;
import dev.waybill.QueueStats;
import dev.waybill.RetryPolicy;
import dev.waybill.State;
import dev.waybill.conformance.job.Drafts;
import dev.waybill.conformance.model.Compared;
import dev.waybill.conformance.model.ModelStore;
import dev.waybill.engine.Transitions;
import dev.waybill.settings.Retention;
import dev.waybill.spi.Draft;
import dev.waybill.spi.EventQuery;
import dev.waybill.spi.JobKey;
import dev.waybill.spi.JobQuery;
import dev.waybill.spi.JobStore;
import dev.waybill.spi.LeaseKey;
import dev.waybill.spi.LeaseQuery;
import dev.waybill.spi.Pruned;
import dev.waybill.spi.QueueKey;
import dev.waybill.spi.Step;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.IntStream;

/// Runs the same operations on a backend and on the model, and compares the answers.
public final class RandomOperations {

  private record Operation(String name, Runnable run) {}

  private static final int REMEMBERED = 100;
  private static final Duration LONG_WAIT = Duration.ofSeconds(1);
  private static final RetryPolicy POLICY = RetryPolicy.DEFAULT.withJitter(0);

  private final BackendFixture fixture;
  private final ManualClock clock;
  private final ModelStore model;
  private final Random random;
  private final RandomJobs draw;
  private final List<String> tenants = List.of(Drafts.freshTenant(), Drafts.freshTenant());
  private final List<JobKey> known = new ArrayList<>();

  /// Jobs as they were when leased, also long ago: the leases of late workers.
  private final List<Job> leases = new ArrayList<>();

  private final List<Operation> operations = new ArrayList<>();
  private String latest = "nothing";

  public RandomOperations(BackendFixture fixture, ModelStore model, Random random) {
    this.fixture = fixture;
    this.clock = (ManualClock) fixture.clock();
    this.model = model;
    this.random = random;
    this.draw = new RandomJobs(random);
    often(10, "append", this::append);
    often(18, "lease", this::lease);
    often(25, "settle", this::settle);
    often(6, "extend", this::extend);
    often(4, "cancel", () -> change(Transitions::cancelled));
    often(4, "retry", () -> change(Transitions::retried));
    often(4, "redrive", () -> change(Transitions::redriven));
    often(8, "maintain", this::maintain);
    often(6, "publish", this::publish);
    often(4, "read", this::read);
    often(2, "pause", this::pause);
    often(3, "browse", this::browse);
    often(3, "stats", this::stats);
    often(3, "attempts", this::attempts);
    often(1, "prune", this::prune);
    often(2, "crash", fixture::crashAndReopen);
  }

  public void next() {
    clock.advance(draw.chance(5) ? Duration.ofSeconds(20) : draw.tens(20));
    Operation operation = draw.oneOf(operations);
    latest = operation.name();
    operation.run().run();
    anyKnown().ifPresent(this::compareFound);
    anyKnown().map(this::foreign).ifPresent(this::compareFound);
  }

  /// The latest operation.
  public String latest() {
    return latest;
  }

  private void often(int weight, String name, Runnable run) {
    operations.addAll(Collections.nCopies(weight, new Operation(name, run)));
  }

  private JobStore tested() {
    return fixture.backend().jobs();
  }

  private void append() {
    List<Draft> drafts =
        IntStream.range(0, random.nextInt(1, 4))
            .mapToObj(_ -> Drafts.draft(draw.oneOf(tenants), draw.job(clock.instant())))
            .toList();
    assertThat(tested().append(drafts)).isEqualTo(model.append(drafts));
    drafts.forEach(draft -> known.add(draft.key()));
    drafts.forEach(draft -> compareFound(draft.key()));
  }

  /// A store may choose which lane to serve if low jobs have waited long; so the model follows the
  /// store, after checking that the job was the first of its lane and could overtake the others.
  private void lease() {
    LeaseQuery query =
        new LeaseQuery(anyQueue(), "w", random.nextInt(1, 4), draw.leaseDuration(), Duration.ZERO);
    List<Job> leased = tested().lease(query);
    for (Job job : leased) {
      assertMayBeNext(job, model.heads(query.queue()));
      Job expected = model.leaseExactly(new JobKey(job.tenant(), job.id()), query);
      assertThat(Compared.job(job)).isEqualTo(Compared.job(expected));
      remember(expected);
    }
    if (leased.size() < query.max()) {
      assertThat(model.heads(query.queue())).as("left behind").isEmpty();
    }
  }

  private void assertMayBeNext(Job job, List<Job> heads) {
    assertThat(Compared.ids(heads)).contains(job.id().toString());
    if (!heads.getFirst().id().equals(job.id())) {
      assertThat(job.progress().runAt()).isBefore(clock.instant().minus(LONG_WAIT));
    }
  }

  private void remember(Job leased) {
    leases.add(leased);
    if (leases.size() > REMEMBERED) {
      leases.removeFirst();
    }
  }

  private void settle() {
    anyLease()
        .ifPresent(
            leased -> {
              Job job = draw.chance(80) ? model.find(key(leased)).orElse(leased) : leased;
              Job running = job.state() == State.RUNNING ? job : leased;
              Job named = draw.chance(5) ? stolen(running) : running;
              apply(Transitions.settled(named, draw.outcome(), POLICY, 0));
            });
  }

  private void change(Function<Job, Optional<Step>> change) {
    anyKnown().flatMap(model::find).flatMap(change).ifPresent(this::apply);
  }

  private void apply(Step step) {
    List<Step> steps = draw.chance(10) ? List.of(step, step) : List.of(step);
    assertThat(Compared.applied(tested().apply(steps)))
        .as("%s", step)
        .isEqualTo(Compared.applied(model.apply(steps)));
    compareFound(step.guard().job());
  }

  private void extend() {
    anyLease()
        .filter(this::isNotJustLapsed)
        .ifPresent(
            job -> {
              List<LeaseKey> lease = List.of(leaseOf(job));
              Duration leaseDuration = draw.leaseDuration();
              assertThat(tested().extend(lease, leaseDuration))
                  .isEqualTo(model.extend(lease, leaseDuration));
              compareFound(key(job));
            });
  }

  /// A store may or may not extend an expired lease of a job that was not leased again.
  private boolean isNotJustLapsed(Job leased) {
    return model
        .find(key(leased))
        .map(job -> job.progress().leaseUntil())
        .map(until -> until.isAfter(clock.instant()))
        .orElse(true);
  }

  private void maintain() {
    List<Job> overdue = model.overdue(1_000);
    List<Job> found =
        tested().overdue(1_000).stream().filter(job -> tenants.contains(job.tenant())).toList();
    assertThat(Compared.ids(found)).isEqualTo(Compared.ids(overdue));
    overdue.forEach(
        job ->
            apply(
                job.state() == State.RUNNING
                    ? Transitions.lapsed(job, POLICY, 0)
                    : Transitions.expired(job)));
  }

  private void publish() {
    anyLease()
        .filter(this::isNotJustLapsed)
        .ifPresent(
            job -> {
              long first = random.nextInt(6);
              List<NewEvent> events =
                  List.of(NewEvent.of(first, "log", "x"), NewEvent.of(first + 1, "log", "y"));
              assertThat(tested().publish(leaseOf(job), events))
                  .isEqualTo(model.publish(leaseOf(job), events));
            });
  }

  private void read() {
    anyKnown()
        .ifPresent(
            key -> {
              EventCursor after = new EventCursor(random.nextInt(3), random.nextInt(5));
              EventQuery query =
                  new EventQuery(
                      key, draw.chance(50) ? after : EventCursor.START, 5, Duration.ZERO);
              assertThat(tested().read(query)).isEqualTo(model.read(query));
            });
  }

  private void pause() {
    QueueKey queue = anyQueue();
    boolean paused = draw.chance(30);
    tested().pause(queue, paused);
    model.pause(queue, paused);
  }

  private void browse() {
    JobFilter filter = draw.filter(clock.instant());
    String tenant = draw.oneOf(tenants);
    int limit = random.nextInt(1, 50);
    List<Job> expected = Compared.jobs(everyPage(model, tenant, filter, limit));
    eventually(
        () ->
            assertThat(Compared.jobs(everyPage(tested(), tenant, filter, limit)))
                .as("%s", filter)
                .isEqualTo(expected));
  }

  private List<Job> everyPage(JobStore store, String tenant, JobFilter filter, int limit) {
    Page<Job> page = store.browse(new JobQuery(tenant, filter, limit, null));
    List<Job> all = new ArrayList<>(page.items());
    while (page.nextCursor() != null) {
      assertThat(all).hasSizeLessThanOrEqualTo(known.size());
      page = store.browse(new JobQuery(tenant, filter, limit, page.nextCursor()));
      all.addAll(page.items());
    }
    return all;
  }

  private void stats() {
    QueueKey queue = anyQueue();
    QueueStats expected = withoutAge(model.stats(queue));
    eventually(() -> assertThat(withoutAge(tested().stats(queue))).isEqualTo(expected));
  }

  private static QueueStats withoutAge(QueueStats of) {
    return new QueueStats(of.queue(), of.paused(), of.counts(), Duration.ZERO);
  }

  private void attempts() {
    anyKnown()
        .ifPresent(
            key ->
                eventually(
                    () -> assertThat(tested().attempts(key)).isEqualTo(model.attempts(key))));
  }

  private void prune() {
    Duration keep = Duration.ofSeconds(60).plusMillis(5);
    Duration dead = keep.multipliedBy(2);
    Retention retention = new Retention(keep, keep, keep, dead, dead, keep.multipliedBy(3));
    Set<String> expected = pruneAll(model, retention);
    Set<String> pruned = new TreeSet<>();
    eventually(
        () -> {
          pruned.addAll(pruneAll(tested(), retention));
          assertThat(pruned).containsAll(expected);
        });
    known.removeIf(key -> expected.contains(key.id().toString()) && draw.chance(90));
  }

  private static Set<String> pruneAll(JobStore store, Retention retention) {
    Set<String> all = new TreeSet<>();
    List<Pruned> some = store.prune(retention, 10);
    while (!some.isEmpty()) {
      some.forEach(job -> all.add(job.job().id().toString()));
      some = store.prune(retention, 10);
    }
    return all;
  }

  private void compareFound(JobKey key) {
    assertThat(Compared.job(tested().find(key))).isEqualTo(Compared.job(model.find(key)));
  }

  private QueueKey anyQueue() {
    return new QueueKey(draw.oneOf(tenants), draw.oneOf(RandomJobs.QUEUES));
  }

  private Optional<JobKey> anyKnown() {
    return known.isEmpty() ? Optional.empty() : Optional.of(draw.oneOf(known));
  }

  private Optional<Job> anyLease() {
    return leases.isEmpty() ? Optional.empty() : Optional.of(draw.oneOf(leases));
  }

  /// The key of a job in another tenant.
  private JobKey foreign(JobKey key) {
    String other = tenants.get(0).equals(key.tenant()) ? tenants.get(1) : tenants.get(0);
    return new JobKey(other, key.id());
  }

  private Job stolen(Job job) {
    return new Job(
        job.id(), foreign(key(job)).tenant(), job.createdAt(), job.request(), job.progress());
  }

  private static JobKey key(Job job) {
    return new JobKey(job.tenant(), job.id());
  }

  private static LeaseKey leaseOf(Job job) {
    return new LeaseKey(key(job), job.attempt());
  }
}
