package dev.waybill.server.grpc;

import dev.waybill.server.auth.Quota;
import java.util.concurrent.atomic.LongAdder;

/// How many streams there are, and how often a reader did not keep up.
final class StreamCounts {

  private final Quota open;
  private final LongAdder setBack = new LongAdder();

  /// A stream that is open until this is closed.
  interface Open extends AutoCloseable {
    @Override
    void close();
  }

  StreamCounts(GrpcSettings.Shares shares) {
    open =
        new Quota(
            "streams", "limits.streams_per_tenant", shares.streams(), shares.streamsPerTenant());
  }

  /// Refuses where there is no room for one more.
  Open opened(String tenant) {
    Waits.refuseIf(open.take(tenant));
    return () -> open.giveBack(tenant);
  }

  void countSetBack() {
    setBack.increment();
  }

  int open() {
    return open.taken();
  }

  long setBack() {
    return setBack.sum();
  }
}
