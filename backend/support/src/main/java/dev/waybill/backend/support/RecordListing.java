package dev.waybill.backend.support;

import dev.waybill.Job;
import dev.waybill.JobId;
import dev.waybill.Page;
import dev.waybill.Payload;
import dev.waybill.backend.support.HistoryIndex.Listed;
import dev.waybill.settings.Limits;
import dev.waybill.spi.JobKey;
import dev.waybill.spi.JobQuery;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/// Lists jobs: the view and the index of the history select them, the table and the log of the
/// history provide their state.
final class RecordListing {

  private static final int AT_ONCE = 100;

  private final JobView view;
  private final JobRecords records;
  private final History history;

  RecordListing(JobView view, JobRecords records, History history) {
    this.view = view;
    this.records = records;
    this.history = history;
  }

  /// A job of the page.
  ///
  /// @param position of its entry in the log; 0 if it is in the table
  private record Chosen(JobKey key, long position) {}

  Page<Job> page(JobQuery query, Instant now) {
    history.requireNear();
    return history.certain(() -> pageNow(query, now));
  }

  private Optional<Page<Job>> pageNow(JobQuery query, Instant now) {
    NavigableMap<ViewCursor, Chosen> chosen = chosen(query, now);
    List<ViewCursor> order = List.copyOf(chosen.keySet());
    int shown = Math.min(order.size(), query.limit());
    List<Job> jobs = new ArrayList<>();
    for (int from = 0; from < shown; from += AT_ONCE) {
      int to = Math.min(shown, from + AT_ONCE);
      List<Chosen> some = order.subList(from, to).stream().map(chosen::get).toList();
      Optional<List<JobRecord>> found = read(some);
      if (found.isEmpty()) {
        return Optional.empty();
      }
      found.get().forEach(job -> jobs.add(job.job().asOf(now)));
      if (jobs.stream().mapToLong(RecordListing::weight).sum() > Limits.PAGE_BYTES) {
        return Optional.of(new Page<>(jobs, order.get(to - 1).toString()));
      }
    }
    String next = order.size() > shown ? order.get(shown - 1).toString() : null;
    return Optional.of(new Page<>(jobs, next));
  }

  /// The newest jobs of view and index; a job that both know is the one of the view.
  private NavigableMap<ViewCursor, Chosen> chosen(JobQuery query, Instant now) {
    ViewCursor before = ViewCursor.parse(query.before());
    NavigableMap<ViewCursor, Chosen> chosen = new TreeMap<>(Comparator.reverseOrder());
    history.reading(
        () -> {
          for (Listed job : history.index().page(query, before)) {
            if (!view.isKnown(job.job())) {
              ViewCursor at = new ViewCursor(job.born(), job.job().id());
              chosen.put(at, new Chosen(job.job(), job.position()));
            }
          }
          for (ViewRow row : view.page(query, before, now.toEpochMilli())) {
            chosen.put(ViewCursor.at(row), new Chosen(row.key, 0));
          }
          return chosen;
        });
    return chosen;
  }

  /// The records of these jobs, in order, without those that are gone; empty if the index has the
  /// positions of other jobs.
  private Optional<List<JobRecord>> read(List<Chosen> jobs) {
    List<JobKey> inTable =
        jobs.stream().filter(job -> job.position() == 0).map(Chosen::key).toList();
    Map<JobKey, Long> inLog = new LinkedHashMap<>();
    jobs.stream()
        .filter(job -> job.position() > 0)
        .forEach(job -> inLog.put(job.key(), job.position()));
    Map<JobKey, JobRecord> found = new HashMap<>();
    records
        .readAll(inTable)
        .forEach(held -> held.ifPresent(job -> found.put(job.record().key(), job.record())));
    return history
        .at(inLog)
        .map(
            ended -> {
              ended.forEach((key, job) -> found.put(key, job.record()));
              return jobs.stream()
                  .map(Chosen::key)
                  .map(found::get)
                  .filter(Objects::nonNull)
                  .toList();
            });
  }

  /// The job of a request ID, if it also matches the rest of the filter.
  Page<Job> ofRequest(JobQuery query, Optional<JobId> asked, Instant now) {
    List<Job> jobs =
        asked
            .map(id -> new JobKey(query.tenant(), id))
            .filter(_ -> query.before() == null)
            .flatMap(records::read)
            .map(found -> found.record().job().asOf(now))
            .filter(job -> query.filter().matches(job.request(), job.state(), job.createdAt()))
            .stream()
            .toList();
    return new Page<>(jobs, null);
  }

  private static long weight(Job job) {
    return job.payload().size() + job.result().map(Payload::size).orElse(0L);
  }
}
