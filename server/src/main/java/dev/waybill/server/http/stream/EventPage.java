package dev.waybill.server.http.stream;

import dev.waybill.EventCursor;
import dev.waybill.EventSelection;
import dev.waybill.JobEvent;
import dev.waybill.JobId;
import dev.waybill.Page;
import dev.waybill.Waybill;
import dev.waybill.settings.Limits;
import java.util.ArrayList;
import java.util.List;

/// Reads one page of selected events.
///
/// Reads a limited number of stored events. A page that reached this limit has a cursor even if it
/// holds fewer events than requested.
public final class EventPage {

  public static final int MOST_READ = 10_000;

  private static final int BATCH = 500;

  private EventPage() {}

  public static Page<JobEvent> read(
      Waybill waybill, JobId job, EventSelection selection, int limit) {
    List<JobEvent> chosen = new ArrayList<>();
    EventCursor cursor = selection.after();
    int batch = selection.takesAll() ? Math.min(limit + 1, Limits.PAGE_SIZE) : BATCH;
    for (int read = 0; read < MOST_READ; read += batch) {
      List<JobEvent> events = waybill.events(job, cursor, batch);
      for (JobEvent event : events) {
        if (selection.takes(event)) {
          if (chosen.size() == limit) {
            return new Page<>(chosen, chosen.getLast().cursor().wire());
          }
          chosen.add(event);
        }
      }
      if (events.size() < batch) {
        return new Page<>(chosen, null);
      }
      cursor = events.getLast().cursor();
    }
    return new Page<>(chosen, cursor.wire());
  }
}
