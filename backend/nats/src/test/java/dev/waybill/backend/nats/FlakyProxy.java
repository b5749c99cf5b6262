package dev.waybill.backend.nats;

import dev.waybill.conformance.LoopbackProxy;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/// A proxy on this machine. In the rough mode it cuts connections after some bytes and delays
/// bytes, by a seeded random generator.
final class FlakyProxy implements AutoCloseable {

  private static final int LONGEST_LIFE_BYTES = 400_000;
  private static final int ONE_OF = 40;
  private static final int LONGEST_WAIT_MILLIS = 150;

  private final Random seeds;
  private final LoopbackProxy proxy;
  private volatile boolean rough;

  FlakyProxy(int target, long seed) {
    this.seeds = new Random(seed);
    this.proxy = new LoopbackProxy(target, () -> new RoughLine(seeds.nextLong()));
  }

  String url() {
    return "nats://" + proxy.address();
  }

  void beRough(boolean now) {
    rough = now;
  }

  /// The number of cut connections.
  int cuts() {
    return proxy.cuts();
  }

  @Override
  public void close() {
    proxy.close();
  }

  /// One connection with a limited number of bytes.
  private final class RoughLine implements LoopbackProxy.Line {

    private final Random there;
    private final Random back;
    private final AtomicLong life;

    RoughLine(long seed) {
      there = new Random(seed);
      life = new AtomicLong(there.nextInt(1, LONGEST_LIFE_BYTES));
      back = new Random(there.nextLong());
    }

    @Override
    public int toServer(byte[] bytes, int count) {
      return allowed(count, there);
    }

    @Override
    public int toClient(byte[] bytes, int count) {
      return allowed(count, back);
    }

    private int allowed(int count, Random chance) {
      if (rough && chance.nextInt(ONE_OF) == 0) {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(chance.nextInt(LONGEST_WAIT_MILLIS)));
      }
      return rough ? Math.clamp(life.getAndAdd(-count), 0, count) : count;
    }
  }
}
