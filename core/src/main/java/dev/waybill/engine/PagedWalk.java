package dev.waybill.engine;

import dev.waybill.Code;
import dev.waybill.Job;
import dev.waybill.JobFilter;
import dev.waybill.Page;
import dev.waybill.WaybillException;
import dev.waybill.bytes.Chunks;
import dev.waybill.engine.index.JobSearch;
import dev.waybill.service.BulkWalk;
import dev.waybill.spi.JobQuery;
import dev.waybill.spi.JobStore;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// Walks over all jobs that match, in pages and batches.
final class PagedWalk implements BulkWalk {

  private static final int PAGE = 500;
  private static final int SMALLEST_PAGE = 10;

  /// A page of a slow walk takes about this long.
  private static final int SECONDS_PER_PAGE = 10;

  /// Batches of a slow walk take about a quarter of a second.
  private static final int BATCHES_PER_SECOND = 4;

  private final JobStore jobs;
  private final JobSearch search;
  private final JobChanging changing;
  private final Admission admission;
  private final String tenant;

  PagedWalk(
      JobStore jobs, JobSearch search, JobChanging changing, Admission admission, String tenant) {
    this.jobs = jobs;
    this.search = search;
    this.changing = changing;
    this.admission = admission;
    this.tenant = tenant;
  }

  @Override
  public Position walk(Request request, Position from, Control control) {
    JobFilter filter = request.filter();
    admission.search(filter);
    Pace pace = new Pace(request.ratePerSecond(), System.nanoTime(), from.jobs());
    Position now = from;
    boolean more = !filter.states().isEmpty();
    while (more) {
      Page<Job> page = page(new JobQuery(tenant, filter, pace.page(), now.cursor()));
      for (List<Job> batch : Chunks.of(page.items(), _ -> 1, pace.batch())) {
        now = now.plus(changing.changeEach(request.action(), filter.states(), batch));
        if (!control.shouldContinue(now, pace.wait(now))) {
          return now;
        }
      }
      more = page.nextCursor() != null;
      if (page.nextCursor() != null) {
        now = now.at(page.nextCursor());
      }
    }
    return now;
  }

  /// A walk must not miss jobs because the index is behind.
  private Page<Job> page(JobQuery query) {
    if (!JobSearch.isNeeded(query.filter())) {
      return jobs.browse(query);
    }
    Page<Job> found = search.page(query);
    if (found.incomplete()) {
      throw new WaybillException(
          Code.UNAVAILABLE, "the search index does not have all jobs yet; try again later");
    }
    return found;
  }

  /// @param rate jobs per second, or 0 for no limit
  /// @param before the number of jobs in earlier walks
  private record Pace(int rate, long began, long before) {

    int page() {
      return rate == 0 ? PAGE : Math.clamp((long) rate * SECONDS_PER_PAGE, SMALLEST_PAGE, PAGE);
    }

    int batch() {
      return rate == 0 ? PAGE : Math.clamp(rate / BATCHES_PER_SECOND, 1, PAGE);
    }

    /// The time until the walk is back at its rate.
    Duration wait(Position now) {
      if (rate == 0) {
        return Duration.ZERO;
      }
      long due = began + (now.jobs() - before) * TimeUnit.SECONDS.toNanos(1) / rate;
      return Duration.ofNanos(due - System.nanoTime());
    }
  }
}
