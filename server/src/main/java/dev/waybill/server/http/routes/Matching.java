package dev.waybill.server.http.routes;

import dev.waybill.Job;
import dev.waybill.JobFilter;
import dev.waybill.Page;
import dev.waybill.Waybill;
import dev.waybill.settings.Limits;

/// The number of jobs that match, counted up to a limit.
///
/// @param isLowerBound whether there may be more, because counting stopped
public record Matching(long count, boolean isLowerBound) {

  private static final long BOUND = 100_000;

  public static Matching count(Waybill waybill, JobFilter filter) {
    if (filter.states().isEmpty()) {
      return new Matching(0, false);
    }
    Page.Request next = Page.Request.first(Limits.PAGE_SIZE);
    long count = 0;
    while (count < BOUND) {
      Page<Job> page = waybill.list(filter, next);
      count += page.items().size();
      if (page.nextCursor() == null) {
        return new Matching(count, false);
      }
      next = next.next(page.nextCursor());
    }
    return new Matching(count, true);
  }
}
