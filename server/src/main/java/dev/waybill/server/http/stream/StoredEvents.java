package dev.waybill.server.http.stream;

import dev.waybill.EventCursor;
import dev.waybill.EventReader;
import dev.waybill.JobEvent;
import dev.waybill.JobId;
import dev.waybill.Waybill;
import java.util.List;

/// Reads the stored events of a job in batches.
public final class StoredEvents implements EventReader {

  private static final int BATCH = 256;

  private final Waybill waybill;
  private final JobId job;
  private EventCursor cursor;

  /// Refuses a job that does not exist.
  public StoredEvents(Waybill waybill, JobId job, EventCursor after) {
    this.waybill = waybill;
    this.job = job;
    this.cursor = after;
    waybill.events(job, after, 1);
  }

  @Override
  public List<JobEvent> next() {
    List<JobEvent> events = waybill.events(job, cursor, BATCH);
    cursor = events.isEmpty() ? cursor : events.getLast().cursor();
    return events;
  }

  @Override
  public void close() {}
}
