package dev.waybill.client;

import dev.waybill.EventCursor;
import dev.waybill.JobEvent;
import dev.waybill.JobId;
import dev.waybill.WaybillException;
import java.io.IOException;
import java.time.Duration;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/// The events of one job from a place on, stored and still to come. A stream that breaks is opened
/// anew at the place reached, which is all that is remembered: so nothing is missing or told twice.
final class EventTail implements Iterator<JobEvent> {

  private final Transport transport;
  private final Silence silence;
  private final JobId job;
  private EventCursor place;
  private RetryTime retries;
  private @Nullable EventStream stream;
  private @Nullable JobEvent next;
  private boolean finished;

  EventTail(Transport transport, Silence silence, JobId job, EventCursor after) {
    this.transport = transport;
    this.silence = silence;
    this.job = job;
    this.place = after;
    this.retries = new RetryTime(transport.retryFor());
  }

  @Override
  public boolean hasNext() {
    while (next == null && !finished) {
      readOn();
    }
    return next != null;
  }

  @Override
  public JobEvent next() {
    JobEvent event = hasNext() ? next : null;
    if (event == null) {
      throw new NoSuchElementException("the job has ended and all its events were read");
    }
    next = null;
    return event;
  }

  private void readOn() {
    try {
      hear(stream().next());
    } catch (InterruptedException interrupted) {
      hangUp();
      throw Transport.interruptedException();
    } catch (IOException broken) {
      hangUp();
      goOn(transport.unreachable(broken), Duration.ZERO);
    } catch (RefusedCall refused) {
      Tried.Refused tried = new Tried.Refused(refused, Duration.ofSeconds(1));
      if (!tried.isPassing()) {
        throw refused;
      }
      goOn(refused, tried.after());
    }
  }

  private void hear(EventLine line) {
    retries = new RetryTime(transport.retryFor());
    switch (line) {
      case EventLine.Event(JobEvent event) -> {
        place = event.cursor();
        next = event;
      }
      case EventLine.End _ -> {
        finished = true;
        hangUp();
      }
      case EventLine.Alive _ -> {}
    }
  }

  private EventStream stream() throws IOException, InterruptedException {
    EventStream open = stream;
    if (open == null) {
      Call call = Call.get(Paths.events(job, place, "")).withHeader("Accept", EventStream.TYPE);
      open = new EventStream(new WatchedStream(transport.open(call).body(), silence));
      stream = open;
    }
    return open;
  }

  private void goOn(WaybillException otherwise, Duration asked) {
    try {
      if (!transport.pause(retries, asked, new UntilInterrupted(_ -> {}))) {
        throw otherwise;
      }
    } catch (InterruptedException interrupted) {
      throw Transport.interruptedException();
    }
  }

  private void hangUp() {
    EventStream open = stream;
    stream = null;
    if (open != null) {
      open.close();
    }
  }
}
