package dev.waybill.server.grpc;

import dev.waybill.Code;
import dev.waybill.EventReader;
import dev.waybill.EventSelection;
import dev.waybill.JobEvent;
import dev.waybill.JobId;
import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import dev.waybill.proto.v1.StreamEventsRequest;
import dev.waybill.proto.v1.StreamEventsResponse;
import dev.waybill.server.auth.Waits;
import dev.waybill.server.grpc.mapping.FromProto;
import dev.waybill.server.grpc.mapping.ToProto;
import io.grpc.Context;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/// One call of StreamEvents, on its own thread, which reads only as fast as the client does.
///
/// For a stalled reader only its position is kept: events that were read ahead are dropped, and
/// read again when the reader continues.
final class StreamEventsCall {

  /// How long a reader may be busy before the events that were read ahead are dropped.
  private static final Duration STALLED_AFTER = Duration.ofSeconds(1);

  private final Waybill waybill;
  private final GrpcWaits waits;
  private final StreamCounts counts;
  private final ServerCallStreamObserver<StreamEventsResponse> call;
  private final Semaphore readyAgain = new Semaphore(0);
  private final JobId job;
  private EventSelection rest;

  private StreamEventsCall(
      Waybill waybill,
      GrpcWaits waits,
      StreamCounts counts,
      JobId job,
      EventSelection selection,
      ServerCallStreamObserver<StreamEventsResponse> call) {
    this.waybill = waybill;
    this.waits = waits;
    this.counts = counts;
    this.job = job;
    this.rest = selection;
    this.call = call;
  }

  static void start(
      Waybill waybill,
      GrpcWaits waits,
      StreamCounts counts,
      StreamEventsRequest request,
      StreamObserver<StreamEventsResponse> to) {
    StreamEventsCall stream =
        new StreamEventsCall(
            waybill,
            waits,
            counts,
            JobId.parse(request.getJobId()),
            FromProto.selection(request),
            Answering.whenCancelled(to, () -> {}));
    stream.call.setOnReadyHandler(stream.readyAgain::release);
    counts.start(Context.current().wrap(stream::run));
  }

  private void run() {
    try (StreamCounts.Open _ = counts.opened(Callers.current().tenant());
        Waits.Wait wait = waits.beginStream()) {
      sendAll(wait);
    } catch (RuntimeException thrown) {
      call.onError(GrpcErrors.of(thrown));
    }
  }

  private void sendAll(Waits.Wait wait) {
    try {
      while (!sendUntilStalled()) {
        counts.countSetBack();
        readyAgain.acquire();
      }
      call.onCompleted();
    } catch (InterruptedException woken) {
      end(new WaybillException(Code.INTERRUPTED, "the stream was ended", woken), wait);
    } catch (RuntimeException thrown) {
      end(thrown, wait);
    }
  }

  /// Returns true if everything was sent, false if the reader stalled.
  private boolean sendUntilStalled() throws InterruptedException {
    try (EventReader events = waybill.follow(job, rest.after()).open()) {
      List<JobEvent> batch = events.next();
      while (!batch.isEmpty()) {
        for (JobEvent event : batch) {
          if (!send(event)) {
            return false;
          }
        }
        batch = events.next();
      }
      return true;
    }
  }

  private boolean send(JobEvent event) throws InterruptedException {
    if (rest.takes(event)) {
      if (!isReadySoon()) {
        return false;
      }
      call.onNext(StreamEventsResponse.newBuilder().setEvent(ToProto.event(event)).build());
    }
    rest = rest.after(event.cursor());
    return true;
  }

  private boolean isReadySoon() throws InterruptedException {
    while (!call.isReady()) {
      if (!readyAgain.tryAcquire(STALLED_AFTER.toMillis(), TimeUnit.MILLISECONDS)) {
        return call.isReady();
      }
    }
    return true;
  }

  /// A cancelled call gets no answer; when the server closes, the client is told that it may
  /// resume.
  private void end(RuntimeException thrown, Waits.Wait wait) {
    boolean woken = thrown instanceof WaybillException end && end.code() == Code.INTERRUPTED;
    if (woken && wait.hasExpired()) {
      call.onError(Callers.unknown("the credential of this stream is no longer valid"));
    } else if (woken && wait.isServerClosing()) {
      call.onError(
          GrpcErrors.of(Code.CLOSED, "the server is closing; resume after the last event seen"));
    } else {
      call.onError(GrpcErrors.of(thrown));
    }
  }
}
