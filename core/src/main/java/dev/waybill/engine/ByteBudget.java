package dev.waybill.engine;

import java.util.concurrent.atomic.AtomicLong;

/// How many bytes are held in all, and whether that is too much.
public final class ByteBudget {

  private final AtomicLong held = new AtomicLong();
  private final long limit;

  public ByteBudget(long limit) {
    this.limit = limit;
  }

  /// Counts so many bytes more, or fewer. False where there are now too many; they count until
  /// they are given back.
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
