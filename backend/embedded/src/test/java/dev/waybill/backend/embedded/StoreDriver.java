package dev.waybill.backend.embedded;

import dev.waybill.Attempt;
import dev.waybill.EventCursor;
import dev.waybill.Job;
import dev.waybill.JobEvent;
import dev.waybill.JobFilter;
import dev.waybill.JobId;
import dev.waybill.NewJob;
import dev.waybill.Outcome;
import dev.waybill.Page;
import dev.waybill.Payload;
import dev.waybill.RetryPolicy;
import dev.waybill.conformance.ManualClock;
import dev.waybill.conformance.job.Drafts;
import dev.waybill.engine.Transitions;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Appended;
import dev.waybill.spi.Applied;
import dev.waybill.spi.Draft;
import dev.waybill.spi.EventQuery;
import dev.waybill.spi.Fact;
import dev.waybill.spi.JobKey;
import dev.waybill.spi.JobQuery;
import dev.waybill.spi.JobStore;
import dev.waybill.spi.LeaseKey;
import dev.waybill.spi.LeaseQuery;
import dev.waybill.spi.QueueKey;
import dev.waybill.spi.Step;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// A store that tests damage, kill and reopen, with shorthands for its operations.
final class StoreDriver {

  static final String TENANT = "acme";
  static final QueueKey QUEUE = new QueueKey(TENANT, "work");
  static final Duration LONG = Duration.ofHours(10);
  private static final int DEFAULT_SEGMENT_BYTES = 1 << 20;

  private final Path folder;
  private final ManualClock clock = new ManualClock();
  private final EmbeddedConfig config;
  private @Nullable EmbeddedBackend backend;

  StoreDriver(Path folder) {
    this(folder, DEFAULT_SEGMENT_BYTES);
  }

  StoreDriver(Path folder, int segmentBytes) {
    this.folder = folder;
    this.config =
        EmbeddedConfig.of(Settings.DEFAULT.withClock(clock)).withSegmentBytes(segmentBytes);
  }

  StoreDriver open() {
    backend = EmbeddedBackend.open(folder, config);
    return this;
  }

  void crash() {
    backend().abandon();
  }

  StoreDriver crashAndReopen() {
    crash();
    return open();
  }

  void close() {
    backend().close();
  }

  EmbeddedBackend backend() {
    return java.util.Objects.requireNonNull(backend, "not open");
  }

  JobStore jobs() {
    return backend().jobs();
  }

  ManualClock clock() {
    return clock;
  }

  static Draft draft(String payload) {
    return Drafts.draft(TENANT, newJob(payload).build());
  }

  static NewJob.Builder newJob(String payload) {
    return NewJob.builder("demo").queue(QUEUE.queue()).payload(payload);
  }

  Job enqueue(String payload) {
    return enqueue(newJob(payload));
  }

  Job enqueue(NewJob.Builder job) {
    return accepted(List.of(Drafts.draft(TENANT, job.build()))).getFirst();
  }

  List<Job> enqueueMany(String prefix, int count) {
    List<Draft> drafts = IntStream.range(0, count).mapToObj(n -> draft(prefix + n)).toList();
    return accepted(drafts);
  }

  private List<Job> accepted(List<Draft> drafts) {
    for (Appended answer : jobs().append(drafts)) {
      if (!(answer instanceof Appended.New)) {
        throw new AssertionError("not accepted: " + answer);
      }
    }
    return drafts.stream().map(draft -> jobs().find(draft.key()).orElseThrow()).toList();
  }

  List<Job> lease(int max) {
    return jobs().lease(take(QUEUE, max, Duration.ZERO));
  }

  static LeaseQuery take(QueueKey queue, int max, Duration patience) {
    return new LeaseQuery(queue, "worker", max, LONG, patience);
  }

  void settle(Job leased, Outcome outcome) {
    apply(Transitions.settled(leased, outcome, RetryPolicy.never(), 0));
  }

  void complete(List<Job> leased, String result) {
    List<Step> steps =
        leased.stream()
            .map(job -> Transitions.completed(leaseOf(job), Payload.of(result + job.id())))
            .toList();
    jobs().apply(steps).forEach(StoreDriver::done);
  }

  void apply(Step step) {
    done(jobs().apply(List.of(step)).getFirst());
  }

  private static void done(Applied answer) {
    if (!(answer instanceof Applied.Done)) {
      throw new AssertionError("not applied: " + answer);
    }
  }

  static JobKey key(Job job) {
    return new JobKey(job.tenant(), job.id());
  }

  static LeaseKey leaseOf(Job job) {
    return new LeaseKey(key(job), job.attempt());
  }

  Job find(Job job) {
    return jobs().find(key(job)).orElseThrow(() -> new AssertionError("lost: " + job.id()));
  }

  List<Attempt> attempts(JobId id) {
    return jobs().attempts(new JobKey(TENANT, id));
  }

  List<JobEvent> events(JobId id) {
    EventCursor beginning = EventCursor.START;
    EventQuery all = new EventQuery(new JobKey(TENANT, id), beginning, 1_000, Duration.ZERO);
    return jobs().read(all).events();
  }

  List<Fact.Recorded> facts() {
    return backend().ledger().tail(0, 10_000);
  }

  /// Every job, page by page.
  List<Job> browse() {
    List<Job> all = new ArrayList<>();
    String before = null;
    do {
      Page<Job> page = jobs().browse(new JobQuery(TENANT, JobFilter.ALL, 500, before));
      all.addAll(page.items());
      before = page.nextCursor();
    } while (before != null);
    return all;
  }
}
