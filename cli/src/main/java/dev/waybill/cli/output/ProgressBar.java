package dev.waybill.cli.output;

import java.io.PrintWriter;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/// A progress bar for a long change. It is computed from the number of jobs that are left, so
/// changes by others move it, too.
public final class ProgressBar implements AutoCloseable {

  private static final int WIDTH = 30;
  private static final long FIRST_MILLIS = 400;
  private static final long EVERY_MILLIS = 200;
  private static final String CLEAR_LINE = "\r\u001B[K";

  private final PrintWriter writer;
  private final LongSupplier left;
  private final CountDownLatch ended = new CountDownLatch(1);
  private final Thread thread;

  private ProgressBar(PrintWriter writer, LongSupplier left) {
    this.writer = writer;
    this.left = left;
    this.thread = Thread.ofVirtual().name("waybill-progress").start(this::draw);
  }

  /// Runs the work, with a progress bar if the output is a terminal.
  public static <T> T during(Output output, LongSupplier left, Supplier<T> work) {
    if (!output.isWatched()) {
      return work.get();
    }
    try (ProgressBar _ = new ProgressBar(output.beside(), left)) {
      return work.get();
    }
  }

  private void draw() {
    try {
      long total = left.getAsLong();
      boolean over = ended.await(FIRST_MILLIS, TimeUnit.MILLISECONDS);
      while (!over) {
        writer.print("\r" + text(total - left.getAsLong(), total));
        writer.flush();
        over = ended.await(EVERY_MILLIS, TimeUnit.MILLISECONDS);
      }
    } catch (InterruptedException | RuntimeException unseen) {
      // the work continues without a bar
    }
  }

  static String text(long done, long total) {
    long shown = Math.clamp(done, 0, total);
    int filled = total == 0 ? WIDTH : (int) (WIDTH * shown / total);
    String bar = "#".repeat(filled) + ".".repeat(WIDTH - filled);
    long percent = total == 0 ? 100 : 100 * shown / total;
    return "[%s] %3d %%  %,d of %,d".formatted(bar, percent, shown, total);
  }

  @Override
  public void close() {
    ended.countDown();
    try {
      thread.join();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
    writer.print(CLEAR_LINE);
    writer.flush();
  }
}
