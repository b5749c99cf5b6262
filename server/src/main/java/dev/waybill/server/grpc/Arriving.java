package dev.waybill.server.grpc;

import dev.waybill.proto.v1.DocumentServiceGrpc;
import io.grpc.Context;
import io.grpc.Metadata;
import io.grpc.ServerStreamTracer;
import io.grpc.Status;
import org.jspecify.annotations.Nullable;

/// Counts the bytes of a message while they arrive: a client that sends many large messages except
/// for their ends would otherwise fill the memory before any interceptor runs.
final class Arriving extends ServerStreamTracer {

  private static final Context.Key<Arriving> CURRENT = Context.key("waybill-arriving");

  /// The one method with a stream of requests.
  private static final String UPLOADING =
      DocumentServiceGrpc.getUploadDocumentsMethod().getFullMethodName();

  private final Budget budget;
  private final boolean streaming;
  private long received;
  private long reserved;
  private boolean tooMuch;
  private @Nullable Runnable refusal;

  private Arriving(Budget budget, boolean streaming) {
    this.budget = budget;
    this.streaming = streaming;
  }

  static Factory within(Budget budget) {
    return new Factory() {
      @Override
      public ServerStreamTracer newServerStreamTracer(String method, Metadata headers) {
        return new Arriving(budget, method.equals(UPLOADING));
      }
    };
  }

  /// Sets the action for a call whose message exceeds the budget.
  static void onTooMuch(Runnable action) {
    Arriving current = CURRENT.get();
    if (current != null) {
      current.refuseBy(action);
    }
  }

  @Override
  public Context filterContext(Context context) {
    return context.withValue(CURRENT, this);
  }

  @Override
  public synchronized void inboundWireSize(long bytes) {
    received += bytes;
    long more = received - reserved;
    if (tooMuch || received <= Budget.SMALL) {
      return;
    }
    if (budget.take(more)) {
      reserved += more;
    } else {
      tooMuch = true;
      refuse();
    }
  }

  /// A stream of requests has one message in memory at a time.
  @Override
  public synchronized void inboundMessageRead(int number, long wireSize, long size) {
    if (streaming) {
      budget.giveBack(reserved);
      reserved = 0;
      received = 0;
    }
  }

  private synchronized void refuseBy(Runnable action) {
    refusal = action;
    if (tooMuch) {
      refuse();
    }
  }

  /// Runs on another thread, because this one is reading the connection.
  private void refuse() {
    Runnable action = refusal;
    if (action != null) {
      Thread.ofVirtual().name("waybill-grpc-refusal").start(action);
    }
  }

  @Override
  public synchronized void streamClosed(Status status) {
    budget.giveBack(reserved);
    reserved = 0;
    tooMuch = true;
  }
}
