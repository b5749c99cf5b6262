package dev.waybill.client;

import dev.waybill.EventCursor;
import dev.waybill.JobEvent;
import dev.waybill.JobId;
import dev.waybill.WaybillException;
import dev.waybill.client.call.CallAttempt;
import dev.waybill.client.call.HttpCall;
import dev.waybill.client.call.HttpTransport;
import dev.waybill.client.call.RefusedCall;
import dev.waybill.client.call.RetryTime;
import java.io.IOException;
import java.time.Duration;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/// The stored and future events of one job after a cursor. If the stream breaks, opens it again
/// after the last event that was read, so that no event is missing or repeated.
final class RemoteEventTail implements Iterator<JobEvent> {

  private final HttpTransport transport;
  private final JobId job;
  private EventCursor cursor;
  private RetryTime retries;
  private @Nullable OpenEventStream stream;
  private @Nullable JobEvent next;
  private boolean finished;

  RemoteEventTail(HttpTransport transport, JobId job, EventCursor after) {
    this.transport = transport;
    this.job = job;
    this.cursor = after;
    this.retries = new RetryTime(transport.retryFor());
  }

  @Override
  public boolean hasNext() {
    while (next == null && !finished) {
      readNext();
    }
    return next != null;
  }

  @Override
  public JobEvent next() {
    JobEvent event = hasNext() ? next : null;
    if (event == null) {
      throw new NoSuchElementException("the job has finished and all its events were read");
    }
    next = null;
    return event;
  }

  private void readNext() {
    try {
      accept(stream().next());
    } catch (InterruptedException interrupted) {
      closeStream();
      throw HttpTransport.interruptedException();
    } catch (IOException broken) {
      closeStream();
      pause(transport.unreachable(broken), Duration.ZERO);
    } catch (RefusedCall refused) {
      CallAttempt.Refused tried = new CallAttempt.Refused(refused, Duration.ofSeconds(1));
      if (!tried.isPassing()) {
        throw refused;
      }
      pause(refused, tried.after());
    }
  }

  private void accept(EventLine line) {
    retries = new RetryTime(transport.retryFor());
    switch (line) {
      case EventLine.Event(JobEvent event) -> {
        cursor = event.cursor();
        next = event;
      }
      case EventLine.End _ -> {
        finished = true;
        closeStream();
      }
      case EventLine.Alive _ -> {}
    }
  }

  private OpenEventStream stream() throws IOException, InterruptedException {
    OpenEventStream open = stream;
    if (open == null) {
      HttpCall call =
          HttpCall.get(Paths.events(job, cursor, "")).withHeader("Accept", OpenEventStream.TYPE);
      open = new OpenEventStream(transport.open(call).body());
      stream = open;
    }
    return open;
  }

  private void pause(WaybillException otherwise, Duration asked) {
    if (!transport.pause(retries, asked)) {
      throw otherwise;
    }
  }

  private void closeStream() {
    OpenEventStream open = stream;
    stream = null;
    if (open != null) {
      open.close();
    }
  }
}
