package dev.waybill.bench.measure;

import dev.waybill.bench.ChildJvm;
import dev.waybill.bench.Figure;
import dev.waybill.bench.Plan;
import dev.waybill.bench.Results;
import dev.waybill.bench.Scratch;
import dev.waybill.bench.peer.Contender;
import dev.waybill.bench.peer.WaybillSubject;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The cost of many jobs: memory while they wait and bytes on disk, or the time to reopen the
/// store. Each is measured in its own JVM with a small heap.
public final class FootprintMeasure implements Measure {

  public static final String MEMORY = "memory";
  public static final String DISK = "disk";
  public static final String REOPEN = "reopen";

  private static final int KIB = 1024;

  private final Scratch scratch;
  private final int heapMegabytes;
  private final boolean opening;

  private FootprintMeasure(Scratch scratch, int heapMegabytes, boolean opening) {
    this.scratch = scratch;
    this.heapMegabytes = heapMegabytes;
    this.opening = opening;
  }

  public static FootprintMeasure ofSize(Scratch scratch, int heapMegabytes) {
    return new FootprintMeasure(scratch, heapMegabytes, false);
  }

  public static FootprintMeasure ofOpening(Scratch scratch, int heapMegabytes) {
    return new FootprintMeasure(scratch, heapMegabytes, true);
  }

  @Override
  public void take(Contender contender, Plan plan, Results results) {
    Path folder = scratch.next("footprint");
    Map<String, Long> filled = run("fill", folder, plan.stored());
    if (opening) {
      results.add(reopened(folder, plan));
    } else {
      reportSize(folder, filled, plan.stored(), results);
    }
    Scratch.delete(folder);
  }

  private void reportSize(Path folder, Map<String, Long> filled, int jobs, Results results) {
    String waiting = StoredDrainMeasure.waiting(jobs);
    String finished = StoredDrainMeasure.finished(jobs);
    results.add(one(MEMORY, waiting, "MB", megabytes(filled, "VmRSS")));
    results.add(one(MEMORY, waiting + ", without files", "MB", megabytes(filled, "RssAnon")));
    results.add(one(DISK, waiting, "bytes/job", bytesPerJob(folder, jobs)));
    run("drain", folder, jobs);
    results.add(one(DISK, finished, "bytes/job", bytesPerJob(folder, jobs)));
  }

  private static double megabytes(Map<String, Long> measured, String name) {
    return measured.getOrDefault(name, 0L) / (double) KIB;
  }

  private static double bytesPerJob(Path folder, int jobs) {
    return Scratch.bytes(folder) / (double) jobs;
  }

  private Figure reopened(Path folder, Plan plan) {
    List<Double> times = new ArrayList<>();
    for (int i = 0; i < plan.repeats(); i++) {
      times.add(run("open", folder, 0).getOrDefault("openMicros", 0L) / 1e6);
    }
    return new Figure(
        REOPEN, StoredDrainMeasure.waiting(plan.stored()), WaybillSubject.NAME, "s", times);
  }

  @Override
  public boolean takesTurns() {
    return false;
  }

  @Override
  public boolean isFor(Contender.Role role) {
    return role == Contender.Role.WAYBILL;
  }

  private Map<String, Long> run(String step, Path folder, int jobs) {
    return ChildJvm.run(heapMegabytes, step, folder.toString(), Integer.toString(jobs));
  }

  private static Figure one(String measure, String setting, String unit, double value) {
    return new Figure(measure, setting, WaybillSubject.NAME, unit, List.of(value));
  }
}
