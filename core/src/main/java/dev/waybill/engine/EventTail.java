package dev.waybill.engine;

import dev.waybill.EventCursor;
import dev.waybill.JobEvent;
import dev.waybill.spi.EventQuery;
import dev.waybill.spi.JobKey;
import dev.waybill.spi.JobStore;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;

/// The events of one job from a place on, stored and still to come. Holds one batch at a time; the
/// place is all it remembers, so replay and live are the same reading.
final class EventTail implements Iterator<JobEvent> {

  private static final int BATCH = 256;
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final JobStore jobs;
  private final JobKey job;
  private EventCursor place;
  private Iterator<JobEvent> batch = List.<JobEvent>of().iterator();
  private boolean finished;

  EventTail(JobStore jobs, JobKey job, EventCursor after) {
    this.jobs = jobs;
    this.job = job;
    this.place = after;
  }

  @Override
  public boolean hasNext() {
    while (!batch.hasNext() && !finished) {
      readOn();
    }
    return batch.hasNext();
  }

  @Override
  public JobEvent next() {
    if (!hasNext()) {
      throw new NoSuchElementException("the job has ended and all its events were read");
    }
    JobEvent event = batch.next();
    place = event.cursor();
    return event;
  }

  /// Whether the job has ended is asked before reading: what was published before the end is then
  /// seen for certain.
  private void readOn() {
    boolean ended = jobs.find(job).map(found -> found.state().isTerminal()).orElse(true);
    List<JobEvent> events =
        jobs.read(new EventQuery(job, place, BATCH, ended ? Duration.ZERO : PATIENCE));
    batch = events.iterator();
    finished = ended && events.isEmpty();
  }
}
