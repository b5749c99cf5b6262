package dev.waybill.server.http;

import dev.waybill.EventCursor;
import dev.waybill.JobEvent;
import dev.waybill.JobId;
import dev.waybill.Waybill;
import java.util.Iterator;
import java.util.List;

/// The events of a job that are stored by now, a batch at a time.
final class StoredEvents implements Iterable<JobEvent> {

  private static final int BATCH = 256;

  private final Waybill waybill;
  private final JobId job;
  private final EventCursor after;

  /// Refuses a job that does not exist.
  StoredEvents(Waybill waybill, JobId job, EventCursor after) {
    this.waybill = waybill;
    this.job = job;
    this.after = after;
    waybill.events(job, after, 1);
  }

  @Override
  public Iterator<JobEvent> iterator() {
    return new Iterator<>() {
      private EventCursor place = after;
      private Iterator<JobEvent> batch = List.<JobEvent>of().iterator();

      @Override
      public boolean hasNext() {
        if (!batch.hasNext()) {
          batch = waybill.events(job, place, BATCH).iterator();
        }
        return batch.hasNext();
      }

      @Override
      public JobEvent next() {
        JobEvent event = batch.next();
        place = event.cursor();
        return event;
      }
    };
  }
}
