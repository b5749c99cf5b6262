package dev.waybill.rig;

import dev.waybill.engine.Engine;
import dev.waybill.rig.Recording.Told;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Simulates power cuts at many points of a recorded run and checks each time that the store opens
/// and has everything that was acknowledged.
final class PowerCut {

  /// The result of all cuts.
  ///
  /// @param damaged the number of cuts after which a check failed
  record Result(int clean, int torn, long acknowledgements, int damaged, List<String> violations) {}

  private record Moment(int line, boolean isTorn) {}

  /// How many responses of a process started after a kill count as its first ones.
  private static final int FIRST = 6;

  private final Path scratch;
  private final Recording recording;
  private final DiskReplay disk;
  private final SplittableRandom random;
  private final ExpectedState expected = new ExpectedState();
  private final List<String> violations = new ArrayList<>();
  private int told;
  private int damaged;
  private long acknowledgements;

  PowerCut(Path scratch, Recording recording, DiskReplay disk, long seed) {
    this.scratch = scratch;
    this.recording = recording;
    this.disk = disk;
    this.random = new SplittableRandom(seed);
  }

  /// Half of the cuts are just after an acknowledgment, some of them right after a kill and a
  /// restart; the other half are at random points.
  Result cut(int clean, int torn) throws IOException {
    List<Moment> moments = new ArrayList<>();
    for (int i = 0; i < clean + torn; i++) {
      moments.add(new Moment(moment(i % 4), i >= clean));
    }
    moments.sort(Comparator.comparingInt(Moment::line));
    for (Moment moment : moments) {
      cutAt(moment);
    }
    return new Result(clean, torn, acknowledgements, damaged, violations);
  }

  private int moment(int kind) {
    return switch (kind) {
      case 0 -> oneOf(firstAnswers());
      case 1 -> oneOf(answers().toList());
      default -> anywhere();
    };
  }

  private int oneOf(List<Told> some) {
    return some.get(random.nextInt(some.size())).line();
  }

  private Stream<Told> answers() {
    return recording.told().stream().filter(one -> one.history().phase() == HistoryLine.Phase.OK);
  }

  /// The first responses of every process except the first.
  private List<Told> firstAnswers() {
    Map<Integer, List<Told>> lives =
        answers().filter(one -> one.life() > 0).collect(Collectors.groupingBy(Told::life));
    return lives.values().stream().flatMap(life -> life.stream().limit(FIRST)).toList();
  }

  private int anywhere() {
    List<SystemCall> calls = recording.calls();
    SystemCall call = calls.get(random.nextInt(calls.size()));
    return random.nextBoolean() ? call.begin() : call.end();
  }

  private void cutAt(Moment moment) throws IOException {
    listenUntil(moment.line());
    Path folder = scratch.resolve("image");
    Image image =
        moment.isTorn() ? Image.torn(moment.line(), random.nextLong()) : Image.clean(moment.line());
    image.write(disk.top(), folder);
    List<String> found = check(folder.resolve("store"));
    acknowledgements += expected.acknowledged().size();
    if (!found.isEmpty()) {
      damaged++;
      found.stream().limit(3).forEach(what -> violations.add(moment + ": " + what));
    }
    Main.delete(folder);
  }

  private void listenUntil(int line) {
    List<Told> all = recording.told();
    while (told < all.size() && all.get(told).line() <= line) {
      if (told > 0 && all.get(told).life() != all.get(told - 1).life()) {
        expected.endLife();
      }
      expected.add(all.get(told).history());
      told++;
    }
  }

  /// Checks twice: recovered data must survive the next start.
  private List<String> check(Path folder) throws IOException {
    List<String> found = new ArrayList<>();
    Files.createDirectories(folder);
    for (int time = 0; time < 2 && found.isEmpty(); time++) {
      try (Engine store = RigStores.openQuietly(folder)) {
        found.addAll(new StoreCheck(store, expected).jobs(expected.acknowledged()).violations());
      } catch (RuntimeException unusable) {
        found.add("cannot be opened: " + unusable);
      }
    }
    return found;
  }
}
