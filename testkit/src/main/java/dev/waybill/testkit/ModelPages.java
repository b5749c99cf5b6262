package dev.waybill.testkit;

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
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Lists of the model's jobs, newest first; the cursor is the arrival number of the last one seen.
final class ModelPages {

  private ModelPages() {}

  static Page<Job> page(JobQuery query, Collection<ModelJob> jobs, Instant now) {
    long before = query.before() == null ? Long.MAX_VALUE : number(query.before());
    List<ModelJob> matching =
        jobs.stream()
            .filter(job -> job.draft.key().tenant().equals(query.tenant()))
            .filter(job -> job.number < before && matches(query.filter(), job.asOf(now)))
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

  private static boolean matches(JobFilter filter, Job job) {
    return isOrAny(filter.queue(), job.queue())
        && filter.states().contains(job.state())
        && isOrAny(filter.type(), job.type())
        && (filter.tag() == null || job.tags().contains(filter.tag()))
        && isOrAny(filter.correlationId(), job.request().correlationId())
        && isOrAny(filter.requestId(), job.request().requestId())
        && createdWithin(filter, job.createdAt());
  }

  private static boolean isOrAny(@Nullable String wanted, @Nullable String actual) {
    return wanted == null || Objects.equals(wanted, actual);
  }

  private static boolean createdWithin(JobFilter filter, Instant created) {
    Instant from = filter.createdFrom();
    Instant before = filter.createdBefore();
    return (from == null || !created.isBefore(from))
        && (before == null || created.isBefore(before));
  }
}
