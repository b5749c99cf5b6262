package dev.waybill.bench.measure;

import dev.waybill.bench.Scratch;
import dev.waybill.bench.peer.Subject;
import dev.waybill.bench.peer.WaybillSubject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/// Runs in [ChildJvm]: fills, opens or drains a store, and prints `name=value` lines.
public final class StoreSteps {

  private static final Path STATUS = Path.of("/proc/self/status");
  private static final int WORKERS = 100;

  /// The log is compacted in the background: this is done when the directory keeps its size for
  /// this long.
  private static final Duration STILL = Duration.ofSeconds(3);

  private StoreSteps() {}

  public static void main(String[] arguments) throws IOException {
    Path folder = Path.of(arguments[1]);
    int jobs = Integer.parseInt(arguments[2]);
    switch (arguments[0]) {
      case "fill" -> fill(folder, jobs);
      case "open" -> open(folder);
      case "drain" -> drain(folder, jobs);
      default -> throw new IllegalArgumentException(arguments[0]);
    }
  }

  private static void fill(Path folder, int jobs) throws IOException {
    try (Subject subject = kept(folder)) {
      Drain.fill(subject, jobs);
      if (Files.exists(STATUS)) {
        Files.readAllLines(STATUS).stream()
            .filter(line -> line.startsWith("VmRSS") || line.startsWith("RssAnon"))
            .map(line -> line.replaceAll("\\s|kB", "").replace(':', '='))
            .forEach(System.out::println);
      }
    }
  }

  private static void open(Path folder) {
    long began = System.nanoTime();
    try (Subject _ = kept(folder)) {
      System.out.println("openMicros=" + (System.nanoTime() - began) / 1_000);
    }
  }

  private static void drain(Path folder, int jobs) {
    try (Subject subject = kept(folder)) {
      Drain.run(subject, WORKERS, jobs);
      subject.awaitHistory();
      awaitStill(folder);
    }
  }

  private static Subject kept(Path folder) {
    return new WaybillSubject(folder, () -> {});
  }

  private static void awaitStill(Path folder) {
    long size = -1;
    long since = System.nanoTime();
    while (System.nanoTime() - since < STILL.toNanos()) {
      long now = Scratch.bytes(folder);
      if (now != size) {
        size = now;
        since = System.nanoTime();
      }
      LockSupport.parkNanos(100_000_000L);
    }
  }
}
