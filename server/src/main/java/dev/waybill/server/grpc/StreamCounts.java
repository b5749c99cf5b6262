package dev.waybill.server.grpc;

import dev.waybill.server.auth.Quota;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/// Starts gRPC streams, and counts open streams and stalled readers.
final class StreamCounts {

  private final Quota quota;
  private final Executor threads;
  private final AtomicInteger open = new AtomicInteger();
  private final LongAdder setBack = new LongAdder();

  /// A stream that counts as open until this is closed.
  interface Open extends AutoCloseable {
    @Override
    void close();
  }

  StreamCounts(Quota quota, Executor threads) {
    this.quota = quota;
    this.threads = threads;
  }

  /// Runs a stream on a thread of its own.
  void start(Runnable stream) {
    threads.execute(stream);
  }

  /// Refuses a stream above the limit.
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
