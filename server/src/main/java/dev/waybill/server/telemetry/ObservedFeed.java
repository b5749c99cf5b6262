package dev.waybill.server.telemetry;

import dev.waybill.EventFeed;
import dev.waybill.EventReader;
import dev.waybill.JobEvent;
import java.time.Instant;
import java.util.Iterator;
import java.util.List;

/// A feed that counts, for each reader, the events stored before it connected, and the time to send
/// them.
record ObservedFeed(EventFeed feed, EventCounts counts) implements EventFeed {

  @Override
  public Iterator<JobEvent> iterator() {
    return feed.iterator();
  }

  @Override
  public EventReader open() {
    return new Reader(feed.open(), counts);
  }

  private static final class Reader implements EventReader {

    private final EventReader events;
    private final EventCounts counts;
    private final Instant began;
    private final long since = System.nanoTime();
    private boolean caughtUp;
    private long lastOld = since;

    private Reader(EventReader events, EventCounts counts) {
      this.events = events;
      this.counts = counts;
      this.began = counts.clock().instant();
    }

    @Override
    public List<JobEvent> next() {
      List<JobEvent> batch = events.next();
      if (!caughtUp) {
        count(batch);
      }
      return batch;
    }

    private void count(List<JobEvent> batch) {
      long old = batch.stream().filter(event -> event.at().isBefore(began)).count();
      if (old > 0) {
        counts.replayed(old);
        lastOld = System.nanoTime();
      }
      if (old < batch.size() || batch.isEmpty()) {
        caughtUp = true;
        counts.replayTook(lastOld - since);
      }
    }

    @Override
    public void close() {
      events.close();
    }
  }
}
