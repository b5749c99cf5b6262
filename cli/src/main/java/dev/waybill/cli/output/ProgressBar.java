package dev.waybill.cli.output;

import java.io.PrintWriter;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/// A line on the terminal that says how far a long command is.
public final class ProgressBar implements AutoCloseable {

  private static final int WIDTH = 30;
  private static final long FIRST_MILLIS = 400;
  private static final long EVERY_MILLIS = 200;
  private static final String CLEAR_LINE = "\r\u001B[K";

  private final PrintWriter writer;
  private final Supplier<Supplier<String>> line;
  private final CountDownLatch ended = new CountDownLatch(1);
  private final Thread thread;

  private ProgressBar(PrintWriter writer, Supplier<Supplier<String>> line) {
    this.writer = writer;
    this.line = line;
    this.thread = Thread.ofVirtual().name("waybill-progress").start(this::draw);
  }

  /// Runs the work, with a progress bar if the output is a terminal. The bar is computed from the
  /// number of things that are left, so changes by others move it, too.
  public static <T> T during(Output output, LongSupplier left, Supplier<T> work) {
    return draw(
        output,
        () -> {
          long total = left.getAsLong();
          return () -> text(total - left.getAsLong(), total);
        },
        work);
  }

  /// Runs the work, and shows a line that changes if the output is a terminal.
  public static <T> T showing(Output output, Supplier<String> line, Supplier<T> work) {
    return draw(output, () -> line, work);
  }

  private static <T> T draw(Output output, Supplier<Supplier<String>> line, Supplier<T> work) {
    if (!output.isWatched()) {
      return work.get();
    }
    try (ProgressBar _ = new ProgressBar(output.beside(), line)) {
      return work.get();
    }
  }

  private void draw() {
    try {
      Supplier<String> text = line.get();
      boolean over = ended.await(FIRST_MILLIS, TimeUnit.MILLISECONDS);
      while (!over) {
        writer.print(CLEAR_LINE + text.get());
        writer.flush();
        over = ended.await(EVERY_MILLIS, TimeUnit.MILLISECONDS);
      }
    } catch (InterruptedException | RuntimeException unseen) {
      // the work continues without a bar
    }
  }

  static String text(long done, long total) {
    long shown = Math.clamp(done, 0, total);
    return "%s  %,d of %,d".formatted(bar(total == 0 ? 1 : (double) shown / total), shown, total);
  }

  /// @param share 0 to 1
  public static String bar(double share) {
    double shown = Math.clamp(share, 0.0, 1.0);
    int filled = (int) (WIDTH * shown);
    String bar = "#".repeat(filled) + ".".repeat(WIDTH - filled);
    return "[%s] %3d %%".formatted(bar, (int) (100 * shown));
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
