package dev.waybill.engine.feed;

import dev.waybill.EventCursor;
import dev.waybill.EventFeed;
import dev.waybill.EventReader;
import dev.waybill.JobEvent;
import dev.waybill.spi.JobKey;
import java.util.Iterator;
import java.util.List;

/// The events of one job after a position. Stored and new events are read in the same way.
public record LiveFeed(Tails tails, JobKey job, EventCursor after) implements EventFeed {

  @Override
  public EventReader open() {
    return new Reader(tails, job, after);
  }

  @Override
  public Iterator<JobEvent> iterator() {
    return new EventTail(this);
  }

  LiveFeed from(EventCursor cursor) {
    return new LiveFeed(tails, job, cursor);
  }

  private static final class Reader implements EventReader {

    private final Tails tails;
    private final JobKey job;
    private final SharedTail tail;
    private EventCursor cursor;
    private boolean finished;
    private boolean closed;

    private Reader(Tails tails, JobKey job, EventCursor after) {
      this.tails = tails;
      this.job = job;
      this.cursor = after;
      this.tail = tails.join(job);
    }

    @Override
    public List<JobEvent> next() {
      List<JobEvent> events = finished ? List.of() : tail.after(cursor);
      finished = events.isEmpty();
      cursor = finished ? cursor : events.getLast().cursor();
      return events;
    }

    @Override
    public void close() {
      if (!closed) {
        closed = true;
        tails.leave(job);
      }
    }
  }
}
