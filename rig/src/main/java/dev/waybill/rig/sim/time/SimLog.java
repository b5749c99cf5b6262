package dev.waybill.rig.sim.time;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/// The actions of a simulation as a hash and, if requested, the last of them as text.
public final class SimLog {

  private static final int KEPT = 40;
  private static final long MIX = 0x9E3779B97F4A7C15L;

  private final boolean inWords;
  private final VirtualTime time;
  private final Deque<String> lines = new ArrayDeque<>();
  private long hash = MIX;
  private long steps;

  public SimLog(VirtualTime time, boolean inWords) {
    this.time = time;
    this.inWords = inWords;
  }

  public void nextStep() {
    steps++;
  }

  public long steps() {
    return steps;
  }

  /// Details are numbers, text or enums, which have the same hash in every process.
  public void add(String who, String what, Object... details) {
    mix(time.elapsed());
    mix(who.hashCode());
    mix(what.hashCode());
    for (Object detail : details) {
      mix(code(detail));
    }
    if (inWords) {
      write(who, what, details);
    }
  }

  public long hash() {
    return hash;
  }

  public List<String> lines() {
    return List.copyOf(lines);
  }

  private void write(String who, String what, Object... details) {
    StringBuilder line = new StringBuilder();
    line.append("step %d, %d ms, store %s: ".formatted(steps, time.elapsed(), time.instant()));
    line.append(who).append(' ').append(what);
    for (Object detail : details) {
      line.append(' ').append(detail);
    }
    lines.add(line.toString());
    if (lines.size() > KEPT) {
      lines.remove();
    }
  }

  private static long code(Object detail) {
    return switch (detail) {
      case Number number -> number.longValue();
      case Enum<?> constant -> constant.name().hashCode();
      default -> detail.toString().hashCode();
    };
  }

  private void mix(long value) {
    hash = (Long.rotateLeft(hash, 23) ^ value) * MIX;
  }
}
