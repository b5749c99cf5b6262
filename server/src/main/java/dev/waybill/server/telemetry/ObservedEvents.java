package dev.waybill.server.telemetry;

import dev.waybill.JobEvent;
import java.time.Instant;
import java.util.Iterator;

/// The same events; those that are older than the stream are counted, and how long they took.
final class ObservedEvents implements Iterator<JobEvent> {

  private final Iterator<JobEvent> events;
  private final EventCounts counts;
  private final Instant began;
  private final long since = System.nanoTime();
  private boolean caughtUp;
  private long lastOld = since;

  ObservedEvents(Iterator<JobEvent> events, EventCounts counts) {
    this.events = events;
    this.counts = counts;
    this.began = counts.clock().instant();
  }

  @Override
  public boolean hasNext() {
    boolean more = events.hasNext();
    if (!more) {
      catchUp();
    }
    return more;
  }

  @Override
  public JobEvent next() {
    JobEvent event = events.next();
    if (caughtUp) {
      return event;
    }
    if (event.at().isBefore(began)) {
      counts.replayedOne();
      lastOld = System.nanoTime();
    } else {
      catchUp();
    }
    return event;
  }

  private void catchUp() {
    if (!caughtUp) {
      caughtUp = true;
      counts.replayed(lastOld - since);
    }
  }
}
