package dev.waybill.backend.redis;

import dev.waybill.Attempt;
import dev.waybill.Code;
import dev.waybill.Job;
import dev.waybill.NewEvent;
import dev.waybill.Page;
import dev.waybill.QueueStats;
import dev.waybill.WaybillException;
import dev.waybill.bytes.ByteReader;
import dev.waybill.bytes.JobCodes;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

/// Jobs on Redis: each method calls a function in Lua, which decides and writes at once.
final class RedisJobStore implements JobStore, AutoCloseable {

  private static final int STEPS_AT_ONCE = 200;

  private final RedisLink link;
  private final ServerTime time;
  private final News news;
  private final Appending appending;
  private final JobEvents events;
  private final JobLists lists;
  private final JobFeed feed;
  private final JobErasure erasing;
  private final BlobUploads uploads;
  private final SharedCalls<Stamped, Applied> steps = new SharedCalls<>(this::applyAll);

  /// A step with a random mark, which is the same if the step is sent again.
  private record Stamped(Step step, long stamp) {}

  RedisJobStore(RedisLink link, RedisLayout layout, Settings settings, BlobUploads uploads) {
    this.link = link;
    this.uploads = uploads;
    time = new ServerTime(settings.clock());
    news = new News(link);
    appending = new Appending(link, time, settings);
    events = new JobEvents(link, time, news);
    lists = new JobLists(link, time);
    feed = new JobFeed(link, layout, time);
    erasing = new JobErasure(link, time);
  }

  @Override
  public void close() {
    news.close();
  }

  @Override
  public List<Appended> append(List<Draft> drafts) {
    return appending.append(drafts);
  }

  @Override
  public List<Job> lease(LeaseQuery query) {
    long end = System.nanoTime() + query.patience().toNanos();
    try (var watch = news.queues().watch(query.queue())) {
      while (true) {
        List<Object> answer = link.list(leaseCall(query));
        List<Job> jobs = leased(answer);
        long left = end - System.nanoTime();
        if (!jobs.isEmpty() || left <= 0) {
          return jobs;
        }
        watch.await(Math.min(left, nanosUntilNext(answer)));
        link.retries().requireOpen();
      }
    }
  }

  private Call leaseCall(LeaseQuery query) {
    return Call.list("lease", link.shardOf(query.queue().tenant()))
        .with(time.argument())
        .with(query.queue().tenant())
        .with(query.queue().queue())
        .with(query.worker())
        .with(query.max())
        .with(query.leaseDuration().toMillis())
        .with(query.maxBytes())
        .with(JobArguments.stamp())
        .buildWithTry();
  }

  private static List<Job> leased(List<Object> answer) {
    Instant now = RedisRows.time(answer.get(0));
    return RedisRows.list(answer.get(2)).stream()
        .map(row -> RedisRows.job(RedisRows.list(row), now))
        .toList();
  }

  /// The time until the next job of the queue becomes due.
  private static long nanosUntilNext(List<Object> answer) {
    long next = RedisRows.number(answer.get(1));
    return next == 0
        ? Long.MAX_VALUE
        : Duration.ofMillis(Math.max(1, next - RedisRows.number(answer.get(0)))).toNanos();
  }

  @Override
  public List<LeaseExtension> extend(List<LeaseKey> leases, Duration leaseDuration) {
    return Batches.call(
        link,
        leases,
        new Batches.Plan<>(
            lease -> link.shardOf(lease.job().tenant()),
            shard ->
                Call.text("extend", shard).with(time.argument()).with(leaseDuration.toMillis()),
            (call, lease) -> call.with(RedisRows.ref(lease.job())).with(lease.attempt()),
            RedisJobStore::extension),
        STEPS_AT_ONCE);
  }

  private static LeaseExtension extension(ByteReader in) {
    boolean held = in.get1() == 'H';
    boolean cancel = in.get1() != 0;
    Duration remaining = Duration.ofMillis(in.get8());
    return held ? new LeaseExtension.Held(remaining, cancel) : new LeaseExtension.Lost();
  }

  @Override
  public List<Applied> apply(List<Step> some) {
    return steps.call(
        some.stream()
            .map(step -> new Stamped(step, ThreadLocalRandom.current().nextLong()))
            .toList());
  }

  private List<Applied> applyAll(List<Stamped> some) {
    return Batches.call(
        link,
        some,
        new Batches.Plan<>(
            stamped -> link.shardOf(stamped.step().guard().job().tenant()),
            shard -> Call.text("apply", shard).with(time.argument()),
            (call, stamped) ->
                call.with(JobArguments.meta(stamped.step(), stamped.stamp()))
                    .with(JobArguments.result(stamped.step().result()))
                    .with(JobArguments.failure(stamped.step().failure())),
            RedisJobStore::applied),
        STEPS_AT_ONCE);
  }

  private static Applied applied(ByteReader in) {
    int answer = in.get1();
    int state = in.get1();
    return switch (answer) {
      case 'D' -> new Applied.Done(JobCodes.state(state));
      case 'S' -> new Applied.Stale();
      case 'M' -> new Applied.Missing();
      default -> throw new WaybillException(Code.CORRUPT, "unknown answer to a step: " + answer);
    };
  }

  @Override
  public Optional<Job> find(JobKey key) {
    return lists.find(key);
  }

  @Override
  public List<Attempt> attempts(JobKey key) {
    Call call = Call.list("attempts", link.shardOf(key.tenant())).with(RedisRows.ref(key)).build();
    return link.list(call).stream().map(row -> RedisRows.attempt(RedisRows.list(row))).toList();
  }

  @Override
  public Page<Job> browse(JobQuery query) {
    return lists.page(query);
  }

  @Override
  public JobChanges changes(String after, int max) {
    return feed.read(after, max);
  }

  @Override
  public List<Job> overdue(int max) {
    List<Call> calls =
        link.shards().stream()
            .map(shard -> Call.list("overdue", shard).with(time.argument()).with(max).build())
            .toList();
    List<Job> jobs = new ArrayList<>();
    link.callAll(calls).forEach(answer -> jobs.addAll(RedisRows.jobs(RedisRows.list(answer))));
    return jobs.size() <= max ? jobs : jobs.subList(0, max);
  }

  @Override
  public List<Job> waiting(QueueKey queue, Instant before, int max) {
    return RedisRows.jobs(
        link.list(
            Call.list("waiting", link.shardOf(queue.tenant()))
                .with(time.argument())
                .with(queue.tenant() + Call.SEPARATOR + queue.queue())
                .with(before.toEpochMilli())
                .with(max)
                .build()));
  }

  @Override
  public void pause(QueueKey queue, boolean paused) {
    link.call(
        Call.number("pause", link.shardOf(queue.tenant()))
            .with(queue.tenant())
            .with(queue.queue())
            .with(paused ? 1 : 0)
            .build());
  }

  @Override
  public QueueStats stats(QueueKey queue) {
    return stats(statsCall(queue.tenant()).with(queue.queue())).getFirst();
  }

  @Override
  public List<QueueStats> stats(String tenant) {
    return stats(statsCall(tenant));
  }

  private Call.Builder statsCall(String tenant) {
    return Call.list("stats", link.shardOf(tenant)).with(time.argument()).with(tenant);
  }

  private List<QueueStats> stats(Call.Builder call) {
    return link.list(call.build()).stream().map(row -> queueStats(RedisRows.list(row))).toList();
  }

  private static QueueStats queueStats(List<Object> row) {
    return new QueueStats(
        RedisRows.text(row.get(0)),
        RedisRows.text(row.get(1)).equals("1"),
        new QueueStats.Counts(
            RedisRows.number(row.get(2)),
            RedisRows.number(row.get(3)),
            RedisRows.number(row.get(4)),
            RedisRows.number(row.get(5))),
        Duration.ofMillis(RedisRows.number(row.get(6))));
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
    return erasing.delete(key, lists::find);
  }

  @Override
  public List<Pruned> prune(Retention retention, int max) {
    List<Pruned> pruned = erasing.prune(retention, max);
    uploads.sweepFromTimeToTime();
    return pruned;
  }
}
