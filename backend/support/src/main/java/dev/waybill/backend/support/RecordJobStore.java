package dev.waybill.backend.support;

import dev.waybill.Attempt;
import dev.waybill.Job;
import dev.waybill.JobId;
import dev.waybill.JobText;
import dev.waybill.NewEvent;
import dev.waybill.Page;
import dev.waybill.QueueStats;
import dev.waybill.State;
import dev.waybill.backend.support.GuardedTable.Held;
import dev.waybill.backend.support.RecordChanging.Decision;
import dev.waybill.backend.support.RecordChanging.Wish;
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
import dev.waybill.spi.StoreLoad;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Jobs in a store that supports compare-and-set, but no queries. The record of a job in its table
/// is the source of truth; each change is one compare-and-set. A view in memory, which follows the
/// tables, determines the next job. Finished jobs leave the table for a log, which every server
/// follows with an index of its own; lists are answered from view and index.
///
/// The store calls [#followJob], [#followQueue] and [#tell] with all writes of all servers, then
/// [#start], and closes its [Retries] before this.
public final class RecordJobStore implements JobStore, AutoCloseable {

  private static final Duration FOLLOWED_EVERY = Duration.ofSeconds(1);
  private static final Duration LONGEST_REST = Duration.ofSeconds(5);

  private final InstantSource clock;
  private final Retries retries;
  private final JobView view = new JobView();
  private final Watches<JobId> watches = new Watches<>();
  private final JobRecords records;
  private final Requests requests;
  private final Pauses pauses;
  private final RecordAppending appending;
  private final RecordLeasing leasing;
  private final EventLog events;
  private final ChangeFeed changes;
  private final Pruning pruning;
  private final History history;
  private final Archiving archiving;
  private final RecordListing listing;
  private final JobCapacity capacity;
  private final Following following;
  private final BackgroundLoop indexing;

  /// The tables of the store.
  public record Tables(
      GuardedTable<JobKey> jobs,
      GuardedTable<RequestKey> requests,
      GuardedTable<QueueKey> queues,
      EventTable events,
      ChangeLog changes,
      HistoryLog history) {}

  /// What concerns this server among several.
  ///
  /// @param index of finished jobs; the caller closes it
  /// @param shares the share of this server in a queue, if several servers lease from it
  /// @param following how closely this server follows the table of jobs
  /// @param announcer is called with each change of state that this server has written
  /// @param fence how long a finished job stays in the table after the history has it; longer than
  ///     a server takes between reading a job and writing it
  public record Local(
      HistoryIndex index,
      Function<QueueKey, LeasePreference> shares,
      Following following,
      Consumer<JobChange> announcer,
      Duration fence) {

    public static final Duration FENCE = Duration.ofSeconds(60);
  }

  public RecordJobStore(Tables tables, Local local, Retries retries, Settings settings) {
    this.clock = settings.clock();
    this.retries = retries;
    History.Store store = new History.Store(tables.history(), local.index());
    history = new History(store, view, local.fence(), this::deleted);
    archiving = new Archiving(tables.jobs(), local.fence(), history, this::now);
    JobRecords.Places places = new JobRecords.Places(view, history, archiving, local.announcer());
    records = new JobRecords(tables.jobs(), retries, places, watches);
    requests = new Requests(tables.requests());
    capacity = new JobCapacity(view, settings);
    pauses = new Pauses(tables.queues(), view);
    appending = new RecordAppending(records, requests, view, this::now, capacity);
    following = local.following();
    leasing = new RecordLeasing(records, view, retries, local, this::now);
    events = new EventLog(tables.events(), records, watches, following, this::now);
    changes = new ChangeFeed(tables.changes(), tables.history(), view);
    pruning = new Pruning(records, requests, tables.events(), history);
    listing = new RecordListing(view, records, history);
    indexing = new BackgroundLoop("history", FOLLOWED_EVERY, this::follow);
  }

  /// Begins to move finished jobs to the history; call it when the view has all jobs of the table.
  public void start() {
    history.look();
    archiving.start();
    indexing.start();
  }

  /// The index may be late in a burst of work; a reader brings it up to date.
  private Duration follow() {
    long start = System.nanoTime();
    history.catchUp();
    Duration rest = Duration.ofNanos(System.nanoTime() - start).multipliedBy(9);
    return rest.compareTo(FOLLOWED_EVERY) < 0
        ? FOLLOWED_EVERY
        : rest.compareTo(LONGEST_REST) < 0 ? rest : LONGEST_REST;
  }

  private void deleted(HistoryLog.Deletion deletion) {
    archiving.deleted(deletion);
  }

  /// Applies a value that was written to the table of jobs.
  public void followJob(Held written) {
    records.follow(written.revision(), written.bytes());
  }

  /// Completes what servers that stopped have left in the table of jobs. Call it with all values
  /// from
  /// time to time.
  public void sweepJobs(List<Held> values) {
    archiving.sweep(values);
  }

  /// Forgets the jobs of the view, because their table is another one, or has lost writes. The
  /// caller
  /// follows the table from the beginning.
  public void forgetJobs() {
    view.clear();
    archiving.forget();
  }

  /// As [#forgetJobs], for the table of queues.
  public void forgetQueues() {
    view.clearPauses();
  }

  /// What this server holds in memory.
  public StoreLoad load() {
    return new StoreLoad(view.size(), view.bytes(), capacity.most(), history.lag());
  }

  /// Applies a value that was written to the table of queues.
  public void followQueue(Held written) {
    pauses.follow(written.revision(), written.bytes());
  }

  /// Reports that events of a job were written.
  public void tell(JobId job) {
    watches.tell(job);
  }

  /// Whether an entry in the table of request IDs has expired and can be deleted.
  public static boolean hasExpired(Held request, Instant now) {
    return Requests.entry(request).hasExpired(now);
  }

  /// The job of an entry that was made before a time and has not expired. If the job is
  /// [#missing], its server has died before it created the job, and nobody has repeated the
  /// request.
  public static Optional<JobId> jobOfOldRequest(Held request, Instant before) {
    Requests.Entry entry = Requests.entry(request);
    return entry.isOpenSince(before) ? Optional.of(entry.job()) : Optional.empty();
  }

  /// Those of the jobs that exist neither in the table nor in the history.
  public Set<JobKey> missing(Set<JobKey> jobs) {
    List<JobKey> keys = List.copyOf(jobs);
    List<Optional<Versioned>> found = records.readAll(keys);
    Set<JobKey> missing = new HashSet<>();
    for (int i = 0; i < keys.size(); i++) {
      if (found.get(i).isEmpty()) {
        missing.add(keys.get(i));
      }
    }
    return missing;
  }

  /// Ends every wait.
  @Override
  public void close() {
    view.wakeEveryone();
    watches.tellEveryone();
    archiving.close();
    indexing.close();
  }

  @Override
  public List<Appended> append(List<Draft> drafts) {
    return appending.append(drafts);
  }

  @Override
  public List<Job> lease(LeaseQuery take) {
    return leasing.lease(take);
  }

  @Override
  public List<LeaseExtension> extend(List<LeaseKey> leases, Duration leaseDuration) {
    Instant now = now();
    return RecordChanging.all(
        records, leases.stream().map(lease -> new Extension(lease, leaseDuration, now)).toList());
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
        return new Decision<>(new LeaseExtension.Lost(), null);
      }
      StoredJob next = current.job().extended(leaseDuration, now);
      LeaseExtension held =
          new LeaseExtension.Held(next.remaining(now), next.progress().cancelRequested());
      return new Decision<>(held, current.withJob(next));
    }
  }

  @Override
  public List<Applied> apply(List<Step> steps) {
    Instant now = now();
    return RecordChanging.all(
        records,
        steps.stream().map(step -> new Application(step, now, arrivalOf(step, now))).toList());
  }

  private long arrivalOf(Step step, Instant now) {
    return step.to().isWaiting() ? view.nextArrival(now.toEpochMilli()) : 0;
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
    following.catchUp();
    String request = query.filter().text(JobText.REQUEST_ID);
    return request == null
        ? listing.page(query, now())
        : listing.ofRequest(query, requests.find(query.tenant(), request), now());
  }

  @Override
  public JobChanges changes(String after, int max) {
    retries.requireOpen();
    return changes.read(after, max, now());
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
    following.catchUp();
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
    retries.requireOpen();
    following.catchUp();
    long now = now().toEpochMilli();
    return history.reading(() -> view.stats(queue, history.dead().getOrDefault(queue, 0L), now));
  }

  @Override
  public List<QueueStats> stats(String tenant) {
    retries.requireOpen();
    following.catchUp();
    long now = now().toEpochMilli();
    return history.reading(() -> view.stats(tenant, history.dead(), now));
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
    return pruning.delete(key, now());
  }

  @Override
  public List<Pruned> prune(Retention retention, int max) {
    retries.requireOpen();
    return pruning.prune(retention, max, now());
  }

  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MILLIS);
  }
}
