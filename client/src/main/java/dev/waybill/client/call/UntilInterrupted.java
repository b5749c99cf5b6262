package dev.waybill.client.call;

import dev.waybill.Payload;
import dev.waybill.client.http.PendingCall;
import dev.waybill.wire.http.HttpAnswer;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/// Waits until an interrupt. The call continues without its caller.
///
/// @param late receives the answer that arrives after the interrupt
public record UntilInterrupted(Consumer<Payload> late) implements Waiting {

  @Override
  public HttpAnswer<Payload> answer(PendingCall call)
      throws InterruptedException, ExecutionException {
    try {
      return call.get();
    } catch (InterruptedException interrupted) {
      var _ = call.thenAccept(this::hear);
      call.abandon();
      throw interrupted;
    }
  }

  @Override
  public boolean pause(CountDownLatch end, long nanos) throws InterruptedException {
    return end.await(nanos, TimeUnit.NANOSECONDS);
  }

  private void hear(HttpAnswer<Payload> answer) {
    if (answer.isGood()) {
      late.accept(answer.body());
    }
  }
}
