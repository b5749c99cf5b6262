package dev.waybill.backend.aws.job;

import dev.waybill.Attempt;
import dev.waybill.Job;
import dev.waybill.JobId;
import dev.waybill.NewEvent;
import dev.waybill.Page;
import dev.waybill.QueueStats;
import dev.waybill.backend.aws.job.Changing.Decision;
import dev.waybill.backend.aws.job.Changing.Wish;
import dev.waybill.backend.aws.link.AwsLink;
import dev.waybill.backend.support.JobRecord;
import dev.waybill.backend.support.Retries;
import dev.waybill.backend.support.Watches;
import dev.waybill.base.BackgroundLoop;
import dev.waybill.record.StoredJob;
import dev.waybill.settings.Retention;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Appended;
import dev.waybill.spi.Applied;
import dev.waybill.spi.Deleted;
import dev.waybill.spi.Draft;
import dev.waybill.spi.EventQuery;
import dev.waybill.spi.EventsRead;
import dev.waybill.spi.EventsStored;
import dev.waybill.spi.JobChanges;
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
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Jobs in DynamoDB, the source of truth; messages in SQS say which jobs wait. Any number of
/// servers share them.
public final class AwsJobStore implements JobStore, AutoCloseable {

  private static final Duration LONGEST_FLUSH = Duration.ofSeconds(5);

  /// How often this server asks DynamoDB for work that nobody asked for.
  ///
  /// @param overdue at most this often for maintenance
  /// @param prune at most this often, after nothing was found
  /// @param sweep for messages that were not sent
  /// @param margin how late the feed is; longer than a write takes
  public record Pace(Duration overdue, Duration prune, Duration sweep, Duration margin) {

    public static final Pace STANDARD =
        new Pace(
            Duration.ofSeconds(2),
            Duration.ofSeconds(60),
            Duration.ofSeconds(15),
            Duration.ofSeconds(5));

    /// Without pauses, for tests on a clock that they move.
    public static final Pace EAGER =
        new Pace(Duration.ZERO, Duration.ZERO, Duration.ofMillis(500), Duration.ofMillis(50));
  }

  private final InstantSource clock;
  private final Retries retries;
  private final Silence silence = new Silence();
  private final IdleQueues idle = new IdleQueues();
  private final Watches<JobId> jobWatches = new Watches<>();
  private final JobTable table;
  private final Numbers numbers;
  private final QueueItems queues;
  private final Capacity capacity;
  private final Outbox outbox;
  private final Leftovers leftovers;
  private final Changing changing;
  private final Appending appending;
  private final Leasing leasing;
  private final JobEvents events;
  private final JobLists lists;
  private final Feed feed;
  private final Erasing erasing;
  private final Sweeper sweeper;
  private final Gate overdueGate;
  private final Gate pruneGate;
  private final BackgroundLoop sweeping;

  public AwsJobStore(AwsLink link, Settings settings, Pace pace) {
    clock = settings.clock();
    retries = link.retries();
    table = new JobTable(link);
    numbers = new Numbers(clock, Feed.latest(table));
    queues = new QueueItems(table);
    capacity = new Capacity(table, queues, settings);
    LaneQueues lanes = new LaneQueues(link);
    outbox = new Outbox(lanes);
    changing = new Changing(table, numbers, retries, this::changed);
    appending =
        new Appending(
            new Appending.Parts(table, numbers, queues, capacity), retries, this::now, this::added);
    Hints hints = new Hints();
    leftovers = new Leftovers(hints, table, lanes, outbox, retries, this::now);
    Receiver receiver =
        new Receiver(new Receiver.Parts(lanes, table, queues), hints, leftovers, silence, retries);
    leasing =
        new Leasing(
            new Leasing.Parts(table, queues, hints, receiver, changing),
            silence,
            retries,
            this::now);
    events = new JobEvents(new EventItems(link), table, jobWatches, retries, this::now);
    lists = new JobLists(table, queues, idle, this::now);
    feed = new Feed(table, numbers, pace.margin());
    erasing = new Erasing(table, numbers, events, feed, idle);
    sweeper = new Sweeper(table, outbox);
    overdueGate = new Gate(pace.overdue());
    pruneGate = new Gate(pace.prune());
    sweeping =
        new BackgroundLoop(
            "messages",
            pace.sweep(),
            () -> {
              sweeper.send(now());
              return pace.sweep();
            });
  }

  /// Begins to send messages that were not sent.
  public AwsJobStore start() {
    sweeping.start();
    return this;
  }

  /// Ends every wait. Close the link after it.
  @Override
  public void close() {
    leftovers.passOnAtEnd();
    outbox.flush(LONGEST_FLUSH);
    retries.close();
    silence.endAll();
    jobWatches.tellEveryone();
    sweeping.close();
  }

  /// Sends no messages, as if the server had been killed after each write.
  void holdMessages() {
    outbox.hold();
  }

  private void added(List<JobRecord> records) {
    records.forEach(record -> idle.changed(record.job().queue()));
    waits(records.stream().map(JobRecord::job).toList());
  }

  private void waits(List<StoredJob> jobs) {
    outbox.ring(jobs, now());
    jobs.stream().map(StoredJob::queue).distinct().forEach(silence::end);
  }

  private void changed(JobRecord before, JobRecord after) {
    boolean isLive = !after.state().isTerminal();
    idle.changed(after.job().queue());
    if (before.state().isTerminal() == isLive) {
      capacity.add(after.job().draft(), isLive ? 1 : -1);
    }
    if (after.state().isWaiting()) {
      waits(List.of(after.job()));
    }
    if (!isLive) {
      jobWatches.tell(after.key().id());
    }
  }

  @Override
  public List<Appended> append(List<Draft> drafts) {
    return appending.append(drafts);
  }

  @Override
  public List<Job> lease(LeaseQuery query) {
    return leasing.lease(query);
  }

  @Override
  public List<LeaseExtension> extend(List<LeaseKey> leases, Duration leaseDuration) {
    Instant now = now();
    return changing.all(
        leases.stream().map(lease -> new Extension(lease, leaseDuration, now)).toList());
  }

  private record Extension(LeaseKey lease, Duration leaseDuration, Instant now)
      implements Wish<LeaseExtension> {

    @Override
    public JobKey job() {
      return lease.job();
    }

    @Override
    public Decision<LeaseExtension> decide(@Nullable JobRecord current) {
      if (current == null || !current.job().isHeld(lease.attempt(), now)) {
        return Decision.of(new LeaseExtension.Lost());
      }
      StoredJob next = current.job().extended(leaseDuration, now);
      boolean stops = next.progress().cancelRequested();
      return new Decision<>(
          new LeaseExtension.Held(next.remaining(now), stops), current.withJob(next), false);
    }
  }

  @Override
  public List<Applied> apply(List<Step> steps) {
    Instant now = now();
    return changing.all(
        steps.stream().map(step -> new Application(step, now, numbers.next())).toList());
  }

  /// @param arrival the number by which the job is ordered if it waits again
  private record Application(Step step, Instant now, long arrival) implements Wish<Applied> {

    @Override
    public JobKey job() {
      return step.guard().job();
    }

    @Override
    public Decision<Applied> decide(@Nullable JobRecord current) {
      if (current == null) {
        return Decision.of(new Applied.Missing());
      }
      if (!current.job().fits(step, now)) {
        return Decision.of(new Applied.Stale());
      }
      StoredJob next = current.job().applied(step, now, arrival);
      return new Decision<>(new Applied.Done(next.asOf(now).state()), current.withJob(next), true);
    }
  }

  @Override
  public Optional<Job> find(JobKey key) {
    return table.find(key).map(item -> item.record().job().asOf(now()));
  }

  @Override
  public List<Attempt> attempts(JobKey key) {
    return table.find(key).map(item -> item.record().job().attempts()).orElse(List.of());
  }

  @Override
  public Page<Job> browse(JobQuery query) {
    return lists.page(query);
  }

  @Override
  public JobChanges changes(String after, int max) {
    return feed.read(after, max, now());
  }

  @Override
  public List<Job> overdue(int max) {
    if (!overdueGate.opens()) {
      return List.of();
    }
    List<Job> overdue = sweeper.overdue(max, now());
    overdueGate.passed(overdue.isEmpty());
    return overdue;
  }

  @Override
  public List<Job> waiting(QueueKey queue, Instant before, int max) {
    return lists.waiting(queue, before, max);
  }

  @Override
  public void pause(QueueKey queue, boolean paused) {
    queues.pause(queue, paused);
    idle.changed(queue);
    silence.end(queue);
  }

  @Override
  public QueueStats stats(QueueKey queue) {
    return lists.stats(queue);
  }

  @Override
  public List<QueueStats> stats(String tenant) {
    return lists.stats(tenant);
  }

  @Override
  public EventsStored publish(LeaseKey lease, List<NewEvent> fresh) {
    return events.publish(lease, fresh);
  }

  @Override
  public EventsRead read(EventQuery query) {
    return events.read(query);
  }

  @Override
  public Deleted delete(JobKey key) {
    return erasing.delete(key, now());
  }

  @Override
  public List<Pruned> prune(Retention retention, int max) {
    if (!pruneGate.opens()) {
      return List.of();
    }
    List<Pruned> pruned = erasing.prune(retention, max, now());
    pruneGate.passed(pruned.isEmpty());
    return pruned;
  }

  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MILLIS);
  }
}
