package dev.waybill.runner;

import dev.waybill.bytes.Utf8;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/// Combines small pieces of output into larger batches, in the order they were read. A batch is
/// emitted when it is full, when it is old enough, or when the other stream has output. A UTF-8
/// character is never split, unless its remaining bytes never arrive.
final class OutputBatches {

  private final BiConsumer<OutputName, byte[]> next;
  private final long longestNanos;
  private final byte[] batch;
  private final Map<OutputName, byte[]> unfinished = new EnumMap<>(OutputName.class);
  private @Nullable OutputName stream;
  private int filled;
  private long since;
  private boolean closed;

  OutputBatches(int batchBytes, long longestNanos, BiConsumer<OutputName, byte[]> next) {
    this.batch = new byte[batchBytes];
    this.longestNanos = longestNanos;
    this.next = next;
  }

  synchronized void accept(OutputName from, byte[] bytes, int length) {
    if (closed) {
      return;
    }
    turnTo(from);
    int taken = 0;
    while (taken < length) {
      if (filled == 0) {
        since = System.nanoTime();
      }
      int some = Math.min(length - taken, batch.length - filled);
      System.arraycopy(bytes, taken, batch, filled, some);
      filled += some;
      taken += some;
      if (filled == batch.length) {
        pass(from);
      }
    }
  }

  /// Emits batches that are old enough.
  synchronized void passDue() {
    if (stream != null && filled > 0 && System.nanoTime() - since >= longestNanos) {
      pass(stream);
    }
  }

  /// Emits everything, including incomplete characters. Later output is dropped.
  synchronized void close() {
    closed = true;
    for (OutputName name : OutputName.values()) {
      turnTo(name);
      emit(name, filled);
      filled = 0;
    }
  }

  private void turnTo(OutputName from) {
    if (from == stream) {
      return;
    }
    if (stream != null) {
      pass(stream);
      unfinished.put(stream, Arrays.copyOf(batch, filled));
    }
    byte[] begun = unfinished.getOrDefault(from, new byte[0]);
    System.arraycopy(begun, 0, batch, 0, begun.length);
    filled = begun.length;
    stream = from;
    since = System.nanoTime();
  }

  /// Keeps the bytes of an incomplete character for the next batch.
  private void pass(OutputName from) {
    int rest = Utf8.unfinished(batch, filled);
    emit(from, filled - rest);
    System.arraycopy(batch, filled - rest, batch, 0, rest);
    filled = rest;
    since = System.nanoTime();
  }

  private void emit(OutputName from, int length) {
    if (length > 0) {
      next.accept(from, Arrays.copyOf(batch, length));
    }
  }
}
