package dev.waybill.server.grpc;

import dev.waybill.proto.v1.JobEvent;
import dev.waybill.proto.v1.StreamEventsRequest;
import dev.waybill.proto.v1.StreamEventsResponse;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// The events that a reader of a stream has received. One created with [#standingStill] requests
/// nothing until it is told to.
final class Collected implements ClientResponseObserver<StreamEventsRequest, StreamEventsResponse> {

  private final List<JobEvent> events = Collections.synchronizedList(new ArrayList<>());
  private final Semaphore arrived = new Semaphore(0);
  private final CompletableFuture<@Nullable Throwable> end = new CompletableFuture<>();
  private final CompletableFuture<ClientCallStreamObserver<StreamEventsRequest>> call =
      new CompletableFuture<>();
  private final boolean still;

  Collected() {
    this(false);
  }

  private Collected(boolean still) {
    this.still = still;
  }

  static Collected standingStill() {
    return new Collected(true);
  }

  List<JobEvent> events() {
    return events;
  }

  void ask(int count) {
    call.join().request(count);
  }

  void awaitEvents(int count) throws InterruptedException {
    if (!arrived.tryAcquire(count, 60, TimeUnit.SECONDS)) {
      throw new AssertionError("only " + events.size() + " events came");
    }
  }

  Status awaitEnd() throws Exception {
    Throwable thrown = end.get(60, TimeUnit.SECONDS);
    return thrown == null ? Status.OK : Status.fromThrowable(thrown);
  }

  StatusRuntimeException refusal() {
    return (StatusRuntimeException) Objects.requireNonNull(end.join());
  }

  @Override
  public void beforeStart(ClientCallStreamObserver<StreamEventsRequest> stream) {
    if (still) {
      stream.disableAutoRequestWithInitial(0);
    }
    call.complete(stream);
  }

  @Override
  public void onNext(StreamEventsResponse next) {
    events.add(next.getEvent());
    arrived.release();
  }

  @Override
  public void onError(Throwable thrown) {
    end.complete(thrown);
  }

  @Override
  public void onCompleted() {
    end.complete(null);
  }
}
