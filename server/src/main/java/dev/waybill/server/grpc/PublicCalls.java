package dev.waybill.server.grpc;

import dev.waybill.server.auth.Access;
import dev.waybill.server.auth.CallerNetwork;
import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;

/// Limits calls that need no credential, health and reflection: they count towards rate limits, and
/// only a fixed number may be open.
final class PublicCalls implements ServerInterceptor {

  private static final int OPEN = 1_000;
  private static final int OPEN_PER_ADDRESS = 100;

  private final GrpcAdmission door;
  private final Semaphore permits = new Semaphore(OPEN);
  private final Map<CallerNetwork, Integer> byAddress = new ConcurrentHashMap<>();

  PublicCalls(Access access) {
    this.door = new GrpcAdmission(access);
  }

  @Override
  public <Q, R> ServerCall.Listener<Q> interceptCall(
      ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
    CallerNetwork from = CallerNetwork.of(GrpcAdmission.address(call));
    try {
      door.arrive(call);
      take(from);
    } catch (StatusRuntimeException refused) {
      return GrpcAdmission.refuse(call, refused);
    }
    return new Counted<>(next.startCall(call, headers), () -> giveBack(from));
  }

  private void take(CallerNetwork from) {
    if (!permits.tryAcquire()) {
      throw tooMany();
    }
    if (byAddress.merge(from, 1, Integer::sum) > OPEN_PER_ADDRESS) {
      giveBack(from);
      throw tooMany();
    }
  }

  private static StatusRuntimeException tooMany() {
    return Status.RESOURCE_EXHAUSTED
        .withDescription("too many calls of health and reflection are open")
        .asRuntimeException();
  }

  private void giveBack(CallerNetwork from) {
    byAddress.computeIfPresent(from, (_, count) -> count == 1 ? null : count - 1);
    permits.release();
  }

  /// Releases its slot once, however the call ends.
  private static final class Counted<Q> extends SimpleForwardingServerCallListener<Q> {

    private final AtomicBoolean over = new AtomicBoolean();
    private final Runnable atEnd;

    Counted(ServerCall.Listener<Q> listener, Runnable atEnd) {
      super(listener);
      this.atEnd = atEnd;
    }

    @Override
    public void onComplete() {
      end();
      super.onComplete();
    }

    @Override
    public void onCancel() {
      end();
      super.onCancel();
    }

    private void end() {
      if (over.compareAndSet(false, true)) {
        atEnd.run();
      }
    }
  }
}
