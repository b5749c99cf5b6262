package dev.waybill.conformance.model;

import dev.waybill.Code;
import dev.waybill.Job;
import dev.waybill.JobFilter;
import dev.waybill.Page;
import dev.waybill.WaybillException;
import dev.waybill.spi.JobQuery;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/// Lists of the model's jobs, newest first; the cursor is the arrival number of the last job read.
final class ModelPages {

  private ModelPages() {}

  static Page<Job> page(JobQuery query, Collection<ModelJob> jobs, Instant now) {
    long before = query.before() == null ? Long.MAX_VALUE : number(query.before());
    List<ModelJob> matching =
        jobs.stream()
            .filter(job -> job.draft.key().tenant().equals(query.tenant()))
            .filter(job -> job.number < before && matches(query.filter(), job, now))
            .sorted(Comparator.comparingLong((ModelJob job) -> job.number).reversed())
            .limit(query.limit() + 1L)
            .toList();
    boolean more = matching.size() > query.limit();
    List<ModelJob> shown = more ? matching.subList(0, query.limit()) : matching;
    String next = more ? Long.toString(shown.getLast().number) : null;
    return new Page<>(shown.stream().map(job -> job.asOf(now)).toList(), next);
  }

  private static long number(String cursor) {
    try {
      return Long.parseLong(cursor);
    } catch (NumberFormatException foreign) {
      throw new WaybillException(Code.INVALID_CURSOR, "not a cursor of this list", foreign);
    }
  }

  private static boolean matches(JobFilter filter, ModelJob job, Instant now) {
    Job seen = job.asOf(now);
    return filter.matches(seen.request(), seen.state(), seen.createdAt());
  }
}
