package dev.waybill.conformance.model;

import dev.waybill.Attempt;
import dev.waybill.Code;
import dev.waybill.Job;
import dev.waybill.JobEvent;
import dev.waybill.NewEvent;
import dev.waybill.Page;
import dev.waybill.QueueStats;
import dev.waybill.WaybillException;
import dev.waybill.settings.Retention;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Appended;
import dev.waybill.spi.Applied;
import dev.waybill.spi.Deleted;
import dev.waybill.spi.Draft;
import dev.waybill.spi.EventQuery;
import dev.waybill.spi.EventsRead;
import dev.waybill.spi.EventsStored;
import dev.waybill.spi.JobChange.Current;
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
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;

/// A job store in memory, as simple as possible: one lock and collections that are searched
/// linearly. Other stores are compared with it.
public final class ModelStore implements JobStore {

  private final Settings settings;
  private final ModelData data;
  private volatile boolean closed;

  public ModelStore(Settings settings) {
    this(settings, new ModelData());
  }

  private ModelStore(Settings settings, ModelData data) {
    this.settings = settings;
    this.data = data;
  }

  /// Another process on the same data; this one no longer answers.
  ModelStore reopened() {
    close();
    return new ModelStore(settings, data);
  }

  public void close() {
    closed = true;
  }

  @Override
  public List<Appended> append(List<Draft> drafts) {
    return each(drafts, draft -> data.append(draft, now(), settings));
  }

  @Override
  public List<Job> lease(LeaseQuery query) {
    return data.lock.waiting(query.patience(), () -> false, () -> leaseNow(query));
  }

  @Override
  public List<LeaseExtension> extend(List<LeaseKey> leases, Duration leaseDuration) {
    return each(leases, lease -> extend(lease, leaseDuration));
  }

  @Override
  public List<Applied> apply(List<Step> steps) {
    return each(steps, step -> data.apply(step, now()));
  }

  @Override
  public Optional<Job> find(JobKey key) {
    return locked(() -> job(key).map(job -> job.asOf(now())));
  }

  @Override
  public List<Attempt> attempts(JobKey key) {
    return locked(() -> job(key).map(job -> job.stored().attempts()).orElse(List.of()));
  }

  @Override
  public Page<Job> browse(JobQuery query) {
    return locked(() -> ModelPages.page(query, data.jobs.values(), now()));
  }

  @Override
  public JobChanges changes(String after, int max) {
    return locked(
        () ->
            data.feed.read(
                after, max, key -> job(key).map(job -> job.asOf(now())).map(Current::new)));
  }

  @Override
  public List<Job> overdue(int max) {
    return locked(
        () ->
            data.jobs.values().stream()
                .filter(job -> job.stored().isOverdue(now()))
                .limit(max)
                .map(job -> job.asOf(now()))
                .toList());
  }

  @Override
  public List<Job> waiting(QueueKey queue, Instant before, int max) {
    return locked(
        () ->
            data.queue(queue).readySince(before, now()).stream()
                .limit(max)
                .map(job -> job.asOf(now()))
                .toList());
  }

  @Override
  public void pause(QueueKey queue, boolean paused) {
    locked(
        () -> {
          data.queue(queue).pause(paused);
          return queue;
        });
  }

  @Override
  public QueueStats stats(QueueKey queue) {
    return locked(
        () ->
            Optional.ofNullable(data.queues.get(queue))
                .orElseGet(() -> new ModelQueue(queue))
                .stats(data.jobs.values(), now()));
  }

  @Override
  public List<QueueStats> stats(String tenant) {
    return locked(
        () ->
            data.queues.values().stream()
                .filter(queue -> queue.key().tenant().equals(tenant))
                .map(queue -> queue.stats(data.jobs.values(), now()))
                .toList());
  }

  @Override
  public EventsStored publish(LeaseKey lease, List<NewEvent> events) {
    return locked(
        () ->
            held(lease)
                .map(job -> job.publish(lease.attempt(), events, now()))
                .orElseGet(EventsStored.Lost::new));
  }

  @Override
  public EventsRead read(EventQuery query) {
    return locked(
        () -> {
          BooleanSupplier finished = () -> hasFinished(query.job());
          List<JobEvent> events =
              data.lock.waiting(query.patience(), finished, () -> events(query));
          return new EventsRead(events, events.isEmpty() && finished.getAsBoolean());
        });
  }

  private boolean hasFinished(JobKey key) {
    return job(key).map(ModelJob::hasEnded).orElse(true);
  }

  @Override
  public Deleted delete(JobKey key) {
    return locked(
        () -> {
          Optional<ModelJob> found = job(key);
          if (found.isEmpty()) {
            return new Deleted.Missing();
          }
          if (!found.get().hasEnded()) {
            return new Deleted.NotEnded();
          }
          data.forget(found.get(), now());
          return new Deleted.Done(found.get().asOf(now()));
        });
  }

  @Override
  public List<Pruned> prune(Retention retention, int max) {
    return locked(
        () -> {
          forgetEvents(retention);
          data.feed.dropDeletions(now().minus(JobChanges.DELETIONS_KEPT));
          List<ModelJob> old = ended(retention, max);
          old.forEach(job -> data.prune(job, now(), retention.requestIds()));
          return old.stream().map(job -> Pruned.of(job.asOf(now()))).toList();
        });
  }

  /// The jobs that may be leased next, most urgent lane first.
  public List<Job> heads(QueueKey queue) {
    return locked(
        () -> data.queue(queue).heads(now()).stream().map(job -> job.asOf(now())).toList());
  }

  /// Leases this job, which is ready: the model follows the choice of another store.
  public Job leaseExactly(JobKey key, LeaseQuery query) {
    return locked(() -> lease(job(key).orElseThrow(), query));
  }

  private List<Job> leaseNow(LeaseQuery query) {
    requireOpen();
    List<Job> leased = new ArrayList<>();
    long bytes = 0;
    while (leased.size() < query.max() && (leased.isEmpty() || bytes < query.maxBytes())) {
      Optional<ModelJob> next = data.queue(query.queue()).pick(now());
      if (next.isEmpty()) {
        break;
      }
      leased.add(lease(next.get(), query));
      bytes += leased.getLast().payload().size();
    }
    return leased;
  }

  private Job lease(ModelJob job, LeaseQuery query) {
    data.queue(query.queue()).remove(job);
    return job.lease(query, now());
  }

  private LeaseExtension extend(LeaseKey lease, Duration leaseDuration) {
    return held(lease)
        .<LeaseExtension>map(
            job ->
                new LeaseExtension.Held(
                    job.extend(leaseDuration, now()), job.stored().progress().cancelRequested()))
        .orElseGet(LeaseExtension.Lost::new);
  }

  private List<JobEvent> events(EventQuery query) {
    requireOpen();
    return job(query.job())
        .map(job -> job.eventsAfter(query.after(), query.max()))
        .orElse(List.of());
  }

  private List<ModelJob> ended(Retention retention, int max) {
    return data.jobs.values().stream()
        .filter(job -> job.hasEnded())
        .filter(job -> endedBefore(job, retention.of(job.stored().state())))
        .limit(max)
        .toList();
  }

  private void forgetEvents(Retention retention) {
    data.jobs.values().stream()
        .filter(job -> endedBefore(job, retention.events()))
        .forEach(ModelJob::forgetEvents);
  }

  private boolean endedBefore(ModelJob job, Duration ago) {
    return job.stored().endedBefore(now().minus(ago));
  }

  private Optional<ModelJob> job(JobKey key) {
    return Optional.ofNullable(data.jobs.get(key));
  }

  private Optional<ModelJob> held(LeaseKey lease) {
    return job(lease.job()).filter(job -> job.stored().isHeld(lease.attempt(), now()));
  }

  private <Q, A> List<A> each(List<Q> questions, Function<Q, A> answer) {
    return locked(() -> questions.stream().map(answer).toList());
  }

  private <T> T locked(Supplier<T> action) {
    return data.lock.holding(
        () -> {
          requireOpen();
          return action.get();
        });
  }

  private void requireOpen() {
    if (closed) {
      throw new WaybillException(Code.CLOSED, "the store is closed");
    }
  }

  private Instant now() {
    return settings.clock().instant().truncatedTo(ChronoUnit.MILLIS);
  }
}
