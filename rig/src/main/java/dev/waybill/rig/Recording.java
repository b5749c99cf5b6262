package dev.waybill.rig;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/// Several processes on one store, one after the other, under a tracer: all but the last are
/// killed, the last one closes the store. There is no power cut.
final class Recording {

  private static final int LIVES = 5;

  private final Path scratch;
  private final Path disk;
  private final Path histories;
  private final List<SystemCall> calls = new ArrayList<>();
  private final List<Told> told = new ArrayList<>();
  private int lastLine;

  /// A line in the history of a process, and the line of the trace that wrote it.
  record Told(int line, int life, HistoryLine history) {}

  private Recording(Path scratch) throws IOException {
    this.scratch = scratch;
    this.disk = Files.createDirectories(scratch.resolve("disk"));
    this.histories = Files.createDirectories(scratch.resolve("histories"));
  }

  /// @param length the approximate run time of each process
  static Recording make(Path scratch, long seed, Duration length)
      throws IOException, InterruptedException {
    requireStrace();
    SplittableRandom random = new SplittableRandom(seed);
    Recording recording = new Recording(scratch.toRealPath());
    LoadPlan plan =
        new LoadPlan(
            recording.disk.resolve("store"),
            recording.histories,
            0,
            random.nextLong(),
            SeededBug.NONE,
            length);
    for (int life = 1; life < LIVES; life++) {
      long millis = length.toMillis() / 2 + random.nextLong(length.toMillis());
      recording.killed(plan.lasting(length.multipliedBy(100)), Duration.ofMillis(millis));
      plan = plan.next(random.nextLong());
    }
    recording.closed(plan);
    return recording;
  }

  private static void requireStrace() throws InterruptedException {
    try {
      new ProcessBuilder("strace", "-V")
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .start()
          .waitFor();
    } catch (IOException missing) {
      throw new IllegalStateException(
          "power cuts are replayed from a trace: install the package strace", missing);
    }
  }

  private void killed(LoadPlan plan, Duration after) throws IOException, InterruptedException {
    ChildProcess child = start(plan);
    if (!child.letWork(after)) {
      throw new IllegalStateException("the load ended by itself: " + plan);
    }
    child.kill();
    read(plan.life());
  }

  private void closed(LoadPlan plan) throws IOException, InterruptedException {
    int code = start(plan).await();
    if (code != 0) {
      throw new IllegalStateException("the load ended with " + code);
    }
    read(plan.life());
  }

  private ChildProcess start(LoadPlan plan) {
    return ChildProcess.start(scratch, Trace.command(output(plan.life())), plan);
  }

  private Path output(int life) {
    return scratch.resolve("trace-" + life + ".txt");
  }

  private void read(int life) throws IOException {
    List<SystemCall> all = Trace.read(output(life), scratch, lastLine);
    for (SystemCall call : all) {
      lastLine = Math.max(lastLine, call.isUnfinished() ? call.begin() : call.end());
    }
    lastLine++;
    for (SystemCall call : all) {
      if (isHistory(call)) {
        tell(call, life);
      } else if (isAbout(call, disk)) {
        take(call);
      }
    }
    Files.delete(output(life));
  }

  private void take(SystemCall call) throws IOException {
    if (call.isUnfinished()) {
      InterruptedCalls.of(call, lastLine).ifPresent(calls::add);
    } else {
      calls.add(call);
    }
  }

  private boolean isHistory(SystemCall call) {
    return call.name().equals("write") && !call.isUnfinished() && isAbout(call, histories);
  }

  private static boolean isAbout(SystemCall call, Path folder) {
    boolean namesFiles = !call.name().contains("write");
    Stream<String> names =
        namesFiles ? call.strings().stream().map(String::new) : Stream.<String>empty();
    return Stream.concat(call.paths().stream(), names)
        .anyMatch(path -> path.startsWith(folder.toString()));
  }

  private void tell(SystemCall call, int life) {
    String text = new String(call.strings().getFirst(), StandardCharsets.UTF_8);
    told.add(new Told(call.begin(), life, HistoryLine.parse(text.strip())));
  }

  /// Replays the system calls.
  DiskReplay disk(boolean logIsSynced) {
    DiskReplay model = new DiskReplay(disk, logIsSynced);
    calls.forEach(model::apply);
    return model;
  }

  List<SystemCall> calls() {
    return calls;
  }

  List<Told> told() {
    return told;
  }

  int lastLine() {
    return lastLine;
  }
}
