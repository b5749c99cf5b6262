package dev.waybill.server.grpc;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/// How many streams there are, and how often a reader did not keep up.
final class StreamCounts {

  private final AtomicInteger open = new AtomicInteger();
  private final LongAdder setBack = new LongAdder();

  /// A stream that is open until this is closed.
  interface Open extends AutoCloseable {
    @Override
    void close();
  }

  Open opened() {
    open.incrementAndGet();
    return open::decrementAndGet;
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
