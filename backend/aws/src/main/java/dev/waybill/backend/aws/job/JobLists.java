package dev.waybill.backend.aws.job;

import dev.waybill.Code;
import dev.waybill.Job;
import dev.waybill.JobFilter;
import dev.waybill.JobId;
import dev.waybill.JobText;
import dev.waybill.Page;
import dev.waybill.QueueStats;
import dev.waybill.WaybillException;
import dev.waybill.backend.aws.job.IndexQuery.Entry;
import dev.waybill.backend.aws.job.IndexQuery.Index;
import dev.waybill.backend.support.SideBySide;
import dev.waybill.spi.JobKey;
import dev.waybill.spi.JobQuery;
import dev.waybill.spi.QueueKey;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Lists and counts jobs by the indexes, which follow the table a little later.
final class JobLists {

  private static final int CHUNK = 100;

  private final JobTable table;
  private final QueueItems queues;
  private final IdleQueues idle;
  private final Supplier<Instant> now;

  JobLists(JobTable table, QueueItems queues, IdleQueues idle, Supplier<Instant> now) {
    this.table = table;
    this.queues = queues;
    this.idle = idle;
    this.now = now;
  }

  Page<Job> page(JobQuery query) {
    BigDecimal cursor = query.before() == null ? null : position(query.before());
    String request = query.filter().text(JobText.REQUEST_ID);
    if (request != null) {
      return new Page<>(ofRequest(query, request), null);
    }
    List<IndexQuery> sources =
        sources(query).stream()
            .map(source -> source.created(query.filter()).newestFirst())
            .toList();
    List<JobItem> found = new ArrayList<>();
    List<Entry> some = newest(sources, cursor);
    while (!some.isEmpty() && found.size() <= query.limit()) {
      found.addAll(matching(some, query));
      some = newest(sources, some.getLast().at());
    }
    return page(found, query.limit());
  }

  private Page<Job> page(List<JobItem> found, int limit) {
    boolean more = found.size() > limit;
    List<JobItem> shown = more ? found.subList(0, limit) : found;
    String next = more ? JobItem.born(shown.getLast().record()).toPlainString() : null;
    return new Page<>(shown.stream().map(this::job).toList(), next);
  }

  private Job job(JobItem item) {
    return item.record().job().asOf(now.get());
  }

  private static BigDecimal position(String cursor) {
    if (!cursor.matches("[0-9]{1,16}\\.[0-9]{19}")) {
      throw new WaybillException(Code.INVALID_CURSOR, "not a cursor of this list");
    }
    return new BigDecimal(cursor);
  }

  /// By correlation, by queue, or by all queues of the tenant.
  private List<IndexQuery> sources(JobQuery query) {
    String tenant = query.tenant();
    String correlation = query.filter().text(JobText.CORRELATION_ID);
    if (correlation != null) {
      return List.of(IndexQuery.all(Index.CORRELATION, Places.key(tenant, correlation)));
    }
    String queue = query.filter().queue();
    List<QueueKey> among = queue == null ? queues.of(tenant) : List.of(new QueueKey(tenant, queue));
    return among.stream().map(one -> IndexQuery.all(Index.QUEUE, Places.key(one))).toList();
  }

  /// The newest entries of all sources before a position.
  private List<Entry> newest(List<IndexQuery> sources, @Nullable BigDecimal before) {
    return SideBySide.ask(
            sources,
            source -> table.entries((before == null ? source : source.before(before)).limit(CHUNK)))
        .stream()
        .flatMap(List::stream)
        .sorted(Comparator.comparing(Entry::at).reversed())
        .limit(CHUNK)
        .toList();
  }

  private List<JobItem> matching(List<Entry> entries, JobQuery query) {
    Map<String, JobItem> items = table.findAll(entries.stream().map(Entry::id).toList());
    return entries.stream()
        .flatMap(entry -> Optional.ofNullable(items.get(entry.id())).stream())
        .filter(item -> matches(item, query.tenant(), query.filter()))
        .toList();
  }

  private boolean matches(JobItem item, String tenant, JobFilter filter) {
    Job job = job(item);
    return job.tenant().equals(tenant)
        && filter.matches(job.request(), job.state(), job.createdAt());
  }

  private List<Job> ofRequest(JobQuery query, String request) {
    return new Requests(table)
            .find(query.tenant(), request)
            .flatMap(entry -> table.find(new JobKey(query.tenant(), JobId.parse(entry.job()))))
            .filter(item -> matches(item, query.tenant(), query.filter()))
            .filter(item -> query.before() == null)
            .map(this::job)
            .stream()
            .toList();
  }

  /// Jobs that have waited since before a time.
  List<Job> waiting(QueueKey queue, Instant before, int max) {
    List<Entry> entries =
        lanes(queue).stream()
            .flatMap(
                lane ->
                    table
                        .entries(
                            IndexQuery.all(Index.PLACE, lane)
                                .until(before.toEpochMilli() - 1)
                                .limit(max))
                        .stream())
            .limit(max)
            .toList();
    Map<String, JobItem> items = table.findAll(entries.stream().map(Entry::id).toList());
    return entries.stream()
        .flatMap(entry -> Optional.ofNullable(items.get(entry.id())).stream())
        .map(this::job)
        .filter(job -> job.state() == dev.waybill.State.QUEUED)
        .filter(job -> job.progress().runAt().isBefore(before))
        .toList();
  }

  private static List<String> lanes(QueueKey queue) {
    return IntStream.range(0, Places.LANES).mapToObj(lane -> Places.lane(queue, lane)).toList();
  }

  List<QueueStats> stats(String tenant) {
    return queues.of(tenant).stream().map(this::stats).toList();
  }

  QueueStats stats(QueueKey queue) {
    return idle.stats(queue, () -> read(queue));
  }

  private QueueStats read(QueueKey queue) {
    long time = now.get().toEpochMilli();
    List<Supplier<Lane>> counts = new ArrayList<>();
    counts.add(() -> new Lane(count(Places.running(queue)), 0, time));
    counts.add(() -> new Lane(count(Places.dead(queue)), 0, time));
    counts.add(() -> new Lane(queues.readPaused(queue) ? 1 : 0, 0, time));
    lanes(queue).forEach(lane -> counts.add(() -> lane(IndexQuery.all(Index.PLACE, lane), time)));
    return stats(queue.queue(), SideBySide.ask(counts, Supplier::get), time);
  }

  private long count(String place) {
    return table.count(IndexQuery.all(Index.PLACE, place));
  }

  /// @param oldest when the first of them was ready
  private record Lane(long waiting, long scheduled, long oldest) {}

  /// Asks once if the lane is empty.
  private Lane lane(IndexQuery all, long time) {
    List<Entry> first = table.entries(all.limit(1));
    if (first.isEmpty()) {
      return new Lane(0, 0, time);
    }
    long ready = first.getFirst().millis();
    return ready > time
        ? new Lane(0, table.count(all), time)
        : new Lane(table.count(all.until(time)), table.count(all.afterTime(time)), ready);
  }

  /// @param counts of running jobs, of dead ones, whether it is paused, and of each lane
  private static QueueStats stats(String name, List<Lane> counts, long time) {
    List<Lane> lanes = counts.subList(3, counts.size());
    return new QueueStats(
        name,
        counts.get(2).waiting() == 1,
        new QueueStats.Counts(
            lanes.stream().mapToLong(Lane::waiting).sum(),
            counts.get(0).waiting(),
            lanes.stream().mapToLong(Lane::scheduled).sum(),
            counts.get(1).waiting()),
        Duration.ofMillis(time - lanes.stream().mapToLong(Lane::oldest).min().orElse(time)));
  }
}
