package dev.waybill.bench.measure;

import dev.waybill.Waybill;
import dev.waybill.bench.peer.Subject;
import dev.waybill.bench.peer.WaybillSubject;
import dev.waybill.settings.Retention;
import dev.waybill.settings.Settings;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/// A server of Waybill on NATS without a network, in a JVM of its own. Reads commands, and prints
/// `name=value` lines and [#END] after each.
public final class NatsNode {

  public static final String END = "end";

  private static final Path STATUS = Path.of("/proc/self/status");
  private static final int WORKERS = 500;
  private static final int ROUNDS_PER_SECOND = 10;

  /// After this time without a job, there is none.
  private static final Duration SILENCE = Duration.ofSeconds(5);

  private static final long LOOKS_EVERY_NANOS = 5_000_000;

  private NatsNode() {}

  public static void main(String[] arguments) throws IOException {
    Duration kept = Duration.ofSeconds(Long.parseLong(arguments[2]));
    Settings settings =
        Settings.DEFAULT.withRetention(new Retention(kept, kept, kept, kept, kept, kept));
    URI address = URI.create(arguments[0] + "?path=" + arguments[1]);
    long began = System.nanoTime();
    try (Subject subject = WaybillSubject.on(Waybill.open(address, settings));
        BufferedReader commands =
            new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      System.out.println("openMicros=" + (System.nanoTime() - began) / 1_000);
      System.out.println(END);
      for (String line = commands.readLine(); line != null; line = commands.readLine()) {
        obey(line.split(" "), subject);
        System.out.println(END);
      }
    }
  }

  private static void obey(String[] command, Subject subject) throws IOException {
    long began = System.nanoTime();
    switch (command[0]) {
      case "fill" -> Drain.fill(subject, Integer.parseInt(command[1]));
      case "drain" -> drain(subject, Integer.parseInt(command[1]));
      case "others" -> Drain.fillForOthers(subject, Integer.parseInt(command[1]));
      case "flow" -> flow(subject, Integer.parseInt(command[1]), Integer.parseInt(command[2]));
      case "use" -> use();
      default -> throw new IllegalArgumentException(command[0]);
    }
    System.out.println("micros=" + (System.nanoTime() - began) / 1_000);
  }

  /// Runs jobs until this server has run as many, or other servers have run the rest.
  private static void drain(Subject subject, int jobs) {
    LongAdder ran = new LongAdder();
    try (Subject.Work _ = subject.work(WORKERS, _ -> ran.increment())) {
      long before = -1;
      long since = System.nanoTime();
      while (ran.sum() < jobs && System.nanoTime() - since < SILENCE.toNanos()) {
        since = ran.sum() == before ? since : System.nanoTime();
        before = ran.sum();
        LockSupport.parkNanos(LOOKS_EVERY_NANOS);
      }
    }
  }

  /// Enqueues and runs jobs at a rate.
  private static void flow(Subject subject, int rate, int seconds) {
    try (Subject.Work _ = subject.work(WORKERS, _ -> {})) {
      long began = System.nanoTime();
      for (int round = 1; round <= seconds * ROUNDS_PER_SECOND; round++) {
        subject.enqueueAll(Payloads.stamped(rate / ROUNDS_PER_SECOND));
        long next = began + round * (1_000_000_000L / ROUNDS_PER_SECOND);
        for (long rest = next - System.nanoTime(); rest > 0; rest = next - System.nanoTime()) {
          LockSupport.parkNanos(rest);
        }
      }
    }
  }

  private static void use() throws IOException {
    System.out.println(
        "cpuMicros="
            + ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO).toNanos()
                / 1_000);
    if (Files.exists(STATUS)) {
      Files.readAllLines(STATUS).stream()
          .filter(line -> line.startsWith("VmRSS"))
          .map(line -> line.replaceAll("\\s|kB", "").replace(':', '='))
          .forEach(System.out::println);
    }
  }
}
