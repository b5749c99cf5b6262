package dev.waybill.cli.export;

import dev.waybill.Code;
import dev.waybill.EventCursor;
import dev.waybill.Job;
import dev.waybill.JobEvent;
import dev.waybill.JobId;
import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The events of jobs, job by job.
record JobEventRows(Waybill waybill, JobRows jobs) implements RowSource<EventRow> {

  private static final int EVENTS_PER_CALL = 100;

  @Override
  public @Nullable String page(@Nullable String cursor, RowSink<EventRow> rows) {
    List<JobId> ids = new ArrayList<>();
    String next =
        jobs.page(
            cursor,
            new RowSink<>() {
              @Override
              public void add(Job job) {
                ids.add(job.id());
              }

              @Override
              public void passed(double share) {
                rows.passed(share);
              }
            });
    SideBySide.map(ids, this::first, events -> addAll(events, rows));
    return next;
  }

  private List<JobEvent> first(JobId job) {
    return after(job, EventCursor.START);
  }

  private void addAll(List<JobEvent> first, RowSink<EventRow> rows) {
    for (List<JobEvent> events = first; !events.isEmpty(); events = after(events.getLast())) {
      events.forEach(event -> rows.add(EventRow.of(event)));
    }
  }

  private List<JobEvent> after(JobEvent last) {
    return after(last.job(), last.cursor());
  }

  /// None if the job was deleted since it was listed.
  private List<JobEvent> after(JobId job, EventCursor cursor) {
    try {
      return waybill.events(job, cursor, EVENTS_PER_CALL);
    } catch (WaybillException refused) {
      if (refused.code() != Code.NOT_FOUND) {
        throw refused;
      }
      return List.of();
    }
  }
}
