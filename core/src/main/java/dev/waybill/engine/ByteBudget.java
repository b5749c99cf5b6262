package dev.waybill.engine;

import java.util.concurrent.atomic.AtomicLong;

/// Counts bytes in use against a limit.
public final class ByteBudget {

  private final AtomicLong held = new AtomicLong();
  private final long limit;

  public ByteBudget(long limit) {
    this.limit = limit;
  }

  /// Adds bytes, which may be negative. Returns false if the limit is now exceeded; the bytes count
  /// until [#giveBack].
  public boolean allows(long more) {
    return held.addAndGet(more) <= limit || more <= 0;
  }

  public void giveBack(long bytes) {
    held.addAndGet(-bytes);
  }

  public long held() {
    return held.get();
  }
}
