package dev.waybill.rig;

import dev.waybill.rig.sim.Simulator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;

/// Runs campaigns: `kills 500`, `cuts 2000`, `faults 200` or `simulate 10000`, with an optional
/// seed to repeat a run.
public final class Main {

  /// Uses a new directory after this many kills, which limits the time of one check.
  private static final int KILLS_PER_STORE = 25;

  private static final int CUTS_PER_RECORDING = 100;
  private static final Duration RECORDED = Duration.ofMillis(1200);

  private Main() {}

  public static void main(String... arguments) throws IOException, InterruptedException {
    if (arguments.length < 2) {
      System.err.println("usage: kills | cuts | faults | simulate NUMBER [SEED]");
      System.exit(2);
    }
    int number = Integer.parseInt(arguments[1]);
    long seed =
        arguments.length > 2
            ? Long.parseLong(arguments[2])
            : ThreadLocalRandom.current().nextLong();
    boolean good =
        switch (arguments[0]) {
          case "kills" -> kills(number, seed);
          case "cuts" -> cuts(number, seed);
          case "faults" -> faults(number, seed);
          case "simulate" -> simulate(number, seed);
          default -> throw new IllegalArgumentException("not known: " + arguments[0]);
        };
    System.exit(good ? 0 : 1);
  }

  private static boolean kills(int number, long seed) throws IOException, InterruptedException {
    return loops(number, seed, List.of());
  }

  private static boolean faults(int number, long seed) throws IOException, InterruptedException {
    List<DiskFault> faults = DiskFault.upTo(number, new SplittableRandom(seed));
    return loops(faults.size(), seed, faults);
  }

  private static boolean loops(int kills, long seed, List<DiskFault> faults)
      throws IOException, InterruptedException {
    long began = System.nanoTime();
    SplittableRandom seeds = new SplittableRandom(seed);
    List<KillLoop.Result> results = new ArrayList<>();
    for (int done = 0; done < kills; done += KILLS_PER_STORE) {
      Path scratch = Files.createTempDirectory("waybill-rig");
      int next = Math.min(done + KILLS_PER_STORE, kills);
      List<DiskFault> mine = faults.isEmpty() ? faults : faults.subList(done, next);
      KillLoop loop = new KillLoop(scratch, SeededBug.NONE, seeds.nextLong(), mine);
      results.add(loop.run(next - done));
      if (!results.getLast().violations().isEmpty()) {
        System.out.println("kept for a look: " + scratch);
        break;
      }
      delete(scratch);
    }
    List<String> violations = results.stream().flatMap(one -> one.violations().stream()).toList();
    print("kills", results.stream().mapToLong(KillLoop.Result::kills).sum());
    if (!faults.isEmpty()) {
      print("met a disk error", results.stream().mapToLong(KillLoop.Result::failed).sum());
    }
    print("checks", results.stream().mapToLong(KillLoop.Result::checks).sum());
    print("jobs", results.stream().mapToLong(KillLoop.Result::jobs).sum());
    print("acknowledgements", results.stream().mapToLong(KillLoop.Result::acknowledgements).sum());
    return end(violations, seed, began);
  }

  private static boolean cuts(int number, long seed) throws IOException, InterruptedException {
    long began = System.nanoTime();
    SplittableRandom seeds = new SplittableRandom(seed);
    List<PowerCut.Result> results = new ArrayList<>();
    for (int left = number; left > 0; left -= CUTS_PER_RECORDING) {
      Path scratch = Files.createTempDirectory("waybill-rig").toRealPath();
      Recording recording = Recording.make(scratch, seeds.nextLong(), RECORDED);
      int cuts = Math.min(left, CUTS_PER_RECORDING);
      PowerCut cut = new PowerCut(scratch, recording, recording.disk(true), seeds.nextLong());
      results.add(cut.cut(cuts / 2, cuts - cuts / 2));
      delete(scratch);
    }
    List<String> violations = results.stream().flatMap(one -> one.violations().stream()).toList();
    print("clean cuts", results.stream().mapToLong(PowerCut.Result::clean).sum());
    print("torn cuts", results.stream().mapToLong(PowerCut.Result::torn).sum());
    print("jobs looked for", results.stream().mapToLong(PowerCut.Result::acknowledgements).sum());
    print("damaged images", results.stream().mapToLong(PowerCut.Result::damaged).sum());
    return end(violations, seed, began);
  }

  private static boolean simulate(int number, long first) {
    long began = System.nanoTime();
    Simulator.Report report = Simulator.run(first, number, () -> true);
    print("seeds", report.seeds());
    print("steps", report.steps());
    print("jobs", report.jobs());
    print("workers", report.workers());
    return end(report.failure().stream().toList(), first, began);
  }

  private static boolean end(List<String> violations, long seed, long began) {
    print("violations", violations.size());
    print("seconds", Duration.ofNanos(System.nanoTime() - began).toSeconds());
    print("seed", seed);
    violations.stream().limit(20).forEach(System.out::println);
    return violations.isEmpty();
  }

  private static void print(String what, long value) {
    System.out.printf("%-18s%,d%n", what, value);
  }

  static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
