package dev.waybill.backend.nats;

import static dev.waybill.backend.nats.JobSubjects.EVENTS;
import static dev.waybill.backend.nats.JobSubjects.JOBS;
import static dev.waybill.backend.nats.JobSubjects.QUEUES;

import dev.waybill.Attempt;
import dev.waybill.Job;
import dev.waybill.JobEvent;
import dev.waybill.JobText;
import dev.waybill.NewEvent;
import dev.waybill.Page;
import dev.waybill.QueueStats;
import dev.waybill.Retention;
import dev.waybill.Settings;
import dev.waybill.State;
import dev.waybill.backend.nats.Changing.Decision;
import dev.waybill.backend.nats.Changing.Wish;
import dev.waybill.record.StoredJob;
import dev.waybill.spi.Appended;
import dev.waybill.spi.Applied;
import dev.waybill.spi.Deleted;
import dev.waybill.spi.Draft;
import dev.waybill.spi.EventQuery;
import dev.waybill.spi.JobKey;
import dev.waybill.spi.JobQuery;
import dev.waybill.spi.JobStore;
import dev.waybill.spi.Kept;
import dev.waybill.spi.LeaseKey;
import dev.waybill.spi.QueueKey;
import dev.waybill.spi.Step;
import dev.waybill.spi.Stored;
import dev.waybill.spi.Take;
import io.nats.client.Connection;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Jobs on JetStream. The record of a job in the bucket of jobs is the truth; each change of it is
/// one compare-and-set. Which job is next is read from the view, which follows the bucket.
final class NatsJobStore implements JobStore, AutoCloseable {

  private final InstantSource clock;
  private final Wire wire;
  private final View view = new View();
  private final Watches watches = new Watches();
  private final JobRecords records;
  private final Requests requests;
  private final Pauses pauses;
  private final Appending appending;
  private final Peers peers;
  private final Leasing leasing;
  private final EventLog events;
  private final Pruning pruning;
  private final BlobSweep sweep;
  private final RequestSweep requestSweep;
  private final List<Feed> feeds = new ArrayList<>();

  NatsJobStore(NatsLink link, Settings settings) {
    this(link, link.connection(), settings);
  }

  /// With a connection of its own to write and read records by: tests put one in between.
  NatsJobStore(NatsLink link, Connection questions, Settings settings) {
    provision(link);
    clock = settings.clock();
    wire = new Wire(questions, link.config().replicas() > 1);
    records = new JobRecords(wire, view, watches);
    requests = new Requests(wire);
    pauses = new Pauses(wire, view);
    appending = new Appending(records, requests, view, this::now, new Room(view, settings));
    peers = new Peers(link.connection());
    leasing = new Leasing(records, view, wire, peers, this::now);
    events = new EventLog(wire, records, watches, this::now);
    pruning = new Pruning(wire, records, requests, view);
    sweep = new BlobSweep(new NatsBlobStore(link));
    requestSweep = new RequestSweep(wire, link);
    feeds.add(follow(link, QUEUES, pauses::follow));
    feeds.add(follow(link, JOBS, pruning::follow));
    feeds.add(
        Feed.ofNews(
            link, EVENTS, JobSubjects.EVERY_EVENT, news -> watches.tell(news.getSubject())));
  }

  /// Creates the stream and the buckets of jobs where they are missing.
  static void provision(NatsLink link) {
    NatsLayout.jobs().forEach(link::ensureStream);
  }

  private static Feed follow(
      NatsLink link, String bucket, java.util.function.Consumer<io.nats.client.Message> reader) {
    return Feed.ofAll(link, JobSubjects.streamOf(bucket), JobSubjects.everyKeyOf(bucket), reader);
  }

  @Override
  public void close() {
    wire.close();
    peers.close();
    feeds.forEach(Feed::close);
    view.wakeEveryone();
    watches.tellEveryone();
  }

  @Override
  public List<Appended> append(List<Draft> drafts) {
    return appending.append(drafts);
  }

  @Override
  public List<Job> lease(Take take) {
    return leasing.lease(take);
  }

  @Override
  public List<Kept> extend(List<LeaseKey> leases, Duration hold) {
    Instant now = now();
    return Changing.all(
        records, leases.stream().map(lease -> new Extension(lease, hold, now)).toList());
  }

  private record Extension(LeaseKey lease, Duration hold, Instant now) implements Wish<Kept> {

    @Override
    public JobKey job() {
      return lease.job();
    }

    @Override
    public Decision<Kept> decide(@Nullable JobRecord current) {
      if (current == null || !current.job().isHeld(lease.attempt(), now)) {
        return new Decision<>(new Kept.Lost(), null);
      }
      StoredJob next = current.job().extended(hold, now);
      Kept held = new Kept.Held(next.remaining(now), next.progress().cancelRequested());
      return new Decision<>(held, current.withJob(next));
    }
  }

  @Override
  public List<Applied> apply(List<Step> steps) {
    Instant now = now();
    return Changing.all(
        records,
        steps.stream().map(step -> new Application(step, now, arrivalOf(step, now))).toList());
  }

  private long arrivalOf(Step step, Instant now) {
    return step.to().isWaiting() ? view.nextArrival(now.toEpochMilli()) : 0;
  }

  /// @param arrival where it is to wait again, its number in the order of all that happens
  private record Application(Step step, Instant now, long arrival) implements Wish<Applied> {

    @Override
    public JobKey job() {
      return step.guard().job();
    }

    @Override
    public Decision<Applied> decide(@Nullable JobRecord current) {
      if (current == null) {
        return new Decision<>(new Applied.Missing(), null);
      }
      if (!current.job().fits(step, now)) {
        return new Decision<>(new Applied.Stale(), null);
      }
      StoredJob next = current.job().applied(step, now, arrival);
      return new Decision<>(new Applied.Done(next.asOf(now).state()), current.withJob(next));
    }
  }

  @Override
  public Optional<Job> find(JobKey key) {
    return records.read(key).map(job -> job.record().job().asOf(now()));
  }

  @Override
  public List<Attempt> attempts(JobKey key) {
    return records.read(key).map(job -> job.record().job().attempts()).orElse(List.of());
  }

  @Override
  public Page<Job> browse(JobQuery query) {
    String request = query.filter().text(JobText.REQUEST_ID);
    return request == null
        ? Browsing.page(query, view, records, now())
        : Browsing.ofRequest(query, requests.find(query.tenant(), request), view, records, now());
  }

  @Override
  public List<Job> overdue(int max) {
    Instant now = now();
    return records.readAll(view.overdue(now.toEpochMilli(), max)).stream()
        .flatMap(Optional::stream)
        .map(found -> found.record().job())
        .filter(job -> job.isOverdue(now))
        .map(job -> job.asOf(now))
        .toList();
  }

  @Override
  public List<Job> waiting(QueueKey queue, Instant before, int max) {
    Instant now = now();
    return records.readAll(view.waiting(queue, before.toEpochMilli(), max)).stream()
        .flatMap(Optional::stream)
        .map(found -> found.record().job().asOf(now))
        .filter(job -> job.state() == State.QUEUED && job.progress().runAt().isBefore(before))
        .toList();
  }

  @Override
  public void pause(QueueKey queue, boolean paused) {
    pauses.pause(queue, paused);
  }

  @Override
  public QueueStats stats(QueueKey queue) {
    wire.requireOpen();
    return view.stats(queue, now().toEpochMilli());
  }

  @Override
  public List<QueueStats> stats(String tenant) {
    wire.requireOpen();
    return view.stats(tenant, now().toEpochMilli());
  }

  @Override
  public Stored publish(LeaseKey lease, List<NewEvent> fresh) {
    return events.publish(lease, fresh);
  }

  @Override
  public List<JobEvent> read(EventQuery query) {
    return events.read(query);
  }

  @Override
  public Deleted delete(JobKey key) {
    return pruning.delete(key, now());
  }

  @Override
  public List<Job> prune(Retention retention, int max) {
    Instant now = now();
    List<Job> forgotten = pruning.prune(retention, max, now);
    sweep.sweepFromTimeToTime(now);
    requestSweep.sweepFromTimeToTime(now);
    return forgotten;
  }

  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MILLIS);
  }
}
