package dev.waybill.server.grpc;

import dev.waybill.server.auth.Quota;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/// How many streams are open over gRPC, and how often a reader did not keep up.
final class StreamCounts {

  private final Quota quota;
  private final AtomicInteger open = new AtomicInteger();
  private final LongAdder setBack = new LongAdder();

  /// A stream that is open until this is closed.
  interface Open extends AutoCloseable {
    @Override
    void close();
  }

  StreamCounts(Quota quota) {
    this.quota = quota;
  }

  /// Refuses where there is no room for one more.
  Open opened(String tenant) {
    GrpcWaits.refuseIf(quota.take(tenant));
    open.incrementAndGet();
    return () -> closed(tenant);
  }

  private void closed(String tenant) {
    open.decrementAndGet();
    quota.giveBack(tenant);
  }

  void countSetBack() {
    setBack.increment();
  }

  int open() {
    return open.get();
  }

  long setBack() {
    return setBack.sum();
  }
}
