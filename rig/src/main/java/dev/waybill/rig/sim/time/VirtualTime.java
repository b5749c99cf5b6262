package dev.waybill.rig.sim.time;

import dev.waybill.conformance.ManualClock;
import java.time.Instant;
import java.time.InstantSource;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/// Virtual time and scheduled wake-ups. As a clock it shows the time of the store, which may jump;
/// wake-ups use elapsed time, which does not.
public final class VirtualTime implements InstantSource {

  private record Wake(long at, long order, Actor actor) implements Comparable<Wake> {

    @Override
    public int compareTo(Wake other) {
      int byTime = Long.compare(at, other.at);
      return byTime != 0 ? byTime : Long.compare(order, other.order);
    }
  }

  private final PriorityQueue<Wake> wakes = new PriorityQueue<>();
  private final boolean steady;
  private long now;
  private long offset = ManualClock.START.toEpochMilli();
  private long latest = offset;
  private long order;
  private Instant shown = Instant.ofEpochMilli(offset);

  /// @param steady true if the clock stops instead of going back
  public VirtualTime(boolean steady) {
    this.steady = steady;
  }

  @Override
  public Instant instant() {
    return shown;
  }

  @Override
  public long millis() {
    return steady ? latest : now + offset;
  }

  /// The time since the start, without jumps.
  public long elapsed() {
    return now;
  }

  /// The latest time that the clock of the store has shown.
  public long latest() {
    return latest;
  }

  public void wake(Actor actor, long inMillis) {
    wakes.add(new Wake(now + inMillis, order++, actor));
  }

  /// Advances to the next wake-up that is due by then; null if there is none.
  public @Nullable Actor next(long until) {
    Wake first = wakes.peek();
    if (first == null || first.at() > until) {
      return null;
    }
    wakes.remove();
    moveTo(first.at());
    return first.actor();
  }

  public void moveTo(long elapsed) {
    if (elapsed > now) {
      now = elapsed;
      show();
    }
  }

  /// Sets the clock of the store forward or back.
  public void jump(long millis) {
    offset += millis;
    show();
  }

  public void forgetWakes() {
    wakes.clear();
  }

  private void show() {
    latest = Math.max(latest, now + offset);
    shown = Instant.ofEpochMilli(millis());
  }
}
