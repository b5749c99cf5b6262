package dev.waybill.engine.feed;

import dev.waybill.EventReader;
import dev.waybill.JobEvent;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;

/// Iterates over a feed. An iterator is not closed, so it shares memory with other readers only
/// while it waits; in between it holds one batch.
final class EventTail implements Iterator<JobEvent> {

  private LiveFeed rest;
  private Iterator<JobEvent> batch = List.<JobEvent>of().iterator();
  private boolean finished;

  EventTail(LiveFeed feed) {
    this.rest = feed;
  }

  @Override
  public boolean hasNext() {
    if (!batch.hasNext() && !finished) {
      readMore();
    }
    return batch.hasNext();
  }

  @Override
  public JobEvent next() {
    if (!hasNext()) {
      throw new NoSuchElementException("the job has finished and all its events were read");
    }
    return batch.next();
  }

  private void readMore() {
    try (EventReader reader = rest.open()) {
      List<JobEvent> events = reader.next();
      finished = events.isEmpty();
      batch = events.iterator();
      rest = finished ? rest : rest.from(events.getLast().cursor());
    }
  }
}
