package dev.waybill.backend.support;

import dev.waybill.Job;
import dev.waybill.JobId;
import dev.waybill.Page;
import dev.waybill.Payload;
import dev.waybill.settings.Limits;
import dev.waybill.spi.JobKey;
import dev.waybill.spi.JobQuery;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Lists jobs: the view selects them, the table provides their state.
final class RecordListing {

  private static final int AT_ONCE = 100;

  private RecordListing() {}

  static Page<Job> page(JobQuery query, JobView view, JobRecords records, Instant now) {
    ViewCursor before = ViewCursor.parse(query.before());
    List<ViewRow> rows = view.page(query, before, now.toEpochMilli());
    List<Job> jobs = new ArrayList<>();
    int shown = Math.min(rows.size(), query.limit());
    long weight = 0;
    for (int from = 0; from < shown; from += AT_ONCE) {
      List<ViewRow> some = rows.subList(from, Math.min(shown, from + AT_ONCE));
      for (Optional<Versioned> found : records.readAll(some.stream().map(r -> r.key).toList())) {
        found.ifPresent(job -> jobs.add(job.record().job().asOf(now)));
      }
      weight = jobs.stream().mapToLong(RecordListing::weight).sum();
      if (weight > Limits.PAGE_BYTES) {
        return new Page<>(jobs, ViewCursor.at(some.getLast()).toString());
      }
    }
    return new Page<>(jobs, rows.size() > shown ? cursor(rows, shown) : null);
  }

  /// The job of a request ID, if it also matches the rest of the filter.
  static Page<Job> ofRequest(
      JobQuery query, Optional<JobId> asked, JobView view, JobRecords records, Instant now) {
    List<Job> jobs =
        asked
            .map(id -> new JobKey(query.tenant(), id))
            .filter(_ -> query.before() == null)
            .flatMap(records::read)
            .filter(job -> view.matches(job.record().key(), query.filter(), now.toEpochMilli()))
            .map(job -> job.record().job().asOf(now))
            .stream()
            .toList();
    return new Page<>(jobs, null);
  }

  private static @Nullable String cursor(List<ViewRow> rows, int shown) {
    return ViewCursor.at(rows.get(shown - 1)).toString();
  }

  private static long weight(Job job) {
    return job.payload().size() + job.result().map(Payload::size).orElse(0L);
  }
}
