package dev.waybill.engine.index;

import dev.waybill.Job;
import dev.waybill.JobFilter;
import dev.waybill.JobId;
import dev.waybill.Page;
import dev.waybill.State;
import dev.waybill.settings.Limits;
import dev.waybill.spi.Catalog;
import dev.waybill.spi.JobKey;
import dev.waybill.spi.JobQuery;
import dev.waybill.spi.JobStore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Finds jobs by words, by fields of their payloads and by groups of failures: the index returns
/// their IDs, the store their current state. So a job that was deleted or no longer matches is left
/// out, however far behind the index is.
public final class JobSearch {

  /// The maximum number of entries that one page reads, and the maximum time; a page that finds
  /// fewer jobs has a cursor to continue with.
  private static final int LOOKED_AT = 1_000;

  private static final long LOOKING = TimeUnit.SECONDS.toNanos(2);

  private final JobStore jobs;
  private final Catalog catalog;
  private final IndexCatchUp catchUp;

  public JobSearch(JobStore jobs, Catalog catalog) {
    this.jobs = jobs;
    this.catalog = catalog;
    this.catchUp = new IndexCatchUp(jobs, catalog);
  }

  /// Whether only the index can find these jobs.
  public static boolean isNeeded(JobFilter filter) {
    return filter.words() != null || filter.failureGroup() != null;
  }

  public Page<Job> page(JobQuery query) {
    boolean incomplete = !catchUp.run(query.tenant());
    Optional<FieldTerms> terms = Optional.ofNullable(query.filter().words()).map(FieldTerms::parse);
    List<Job> found = new ArrayList<>();
    String cursor = query.before();
    int looked = 0;
    long begin = System.nanoTime();
    do {
      Page<Catalog.Entry> some =
          catalog.search(search(query, terms, query.limit() - found.size(), cursor));
      for (Catalog.Entry entry : some.items()) {
        if (isTooEarly(entry.at(), query.filter())) {
          return new Page<>(found, null, incomplete);
        }
        matching(query, terms, entry).ifPresent(found::add);
      }
      looked += some.items().size();
      cursor = some.nextCursor();
    } while (cursor != null
        && found.size() < query.limit()
        && looked < LOOKED_AT
        && System.nanoTime() - begin < LOOKING);
    return new Page<>(found, cursor, incomplete);
  }

  private Optional<Job> matching(JobQuery query, Optional<FieldTerms> terms, Catalog.Entry entry) {
    JobFilter filter = query.filter();
    String group = filter.failureGroup();
    return jobs.find(new JobKey(query.tenant(), JobId.parse(entry.key().id())))
        .filter(job -> filter.matches(job.request(), job.state(), job.createdAt()))
        .filter(job -> group == null || isInGroup(job, group))
        .filter(job -> terms.map(all -> all.areMet(job)).orElse(true));
  }

  private static boolean isInGroup(Job job, String group) {
    return JobIndexer.hasFailed(job) && FailureKind.of(job).id().equals(group);
  }

  private static boolean isTooEarly(Instant created, JobFilter filter) {
    Instant from = filter.createdFrom();
    return from != null && created.isBefore(from);
  }

  private static Catalog.Search search(
      JobQuery query, Optional<FieldTerms> terms, int limit, @Nullable String cursor) {
    JobFilter filter = query.filter();
    String words = terms.map(FieldTerms::words).orElse(null);
    int most = Math.min(limit, Limits.PAGE_SIZE);
    return new Catalog.Search(query.tenant(), JobIndexer.FEED, fields(filter), words, most, cursor);
  }

  private static Map<String, String> fields(JobFilter filter) {
    Map<String, String> fields = new HashMap<>();
    if (filter.queue() != null) {
      fields.put("queue", filter.queue());
    }
    if (filter.type() != null) {
      fields.put("type", filter.type());
    }
    if (filter.failureGroup() != null) {
      fields.put(JobIndexer.FAILURE, filter.failureGroup());
    }
    terminal(filter).ifPresent(state -> fields.put("state", state.name()));
    return fields;
  }

  /// The terminal state in the filter. The index does not know other states: they change without an
  /// entry in the feed, by a lease or by the clock.
  private static Optional<State> terminal(JobFilter filter) {
    return filter.states().size() == 1
        ? filter.states().stream().filter(State::isTerminal).findFirst()
        : Optional.empty();
  }
}
