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

/// Cuts the power of a recorded run at many moments and checks each time that the store opens and
/// holds everything that had been acknowledged.
final class PowerCut {

  /// What came of it.
  ///
  /// @param damaged cuts after which something was wrong
  record Result(int clean, int torn, long acknowledgements, int damaged, List<String> violations) {}

  private record Moment(int line, boolean isTorn) {}

  /// So many answers of a process that began after a kill count as its first ones.
  private static final int FIRST = 6;

  private final Path scratch;
  private final Recording recording;
  private final Disk disk;
  private final SplittableRandom random;
  private final Account account = new Account();
  private final List<String> violations = new ArrayList<>();
  private int told;
  private int damaged;
  private long acknowledgements;

  PowerCut(Path scratch, Recording recording, Disk disk, long seed) {
    this.scratch = scratch;
    this.recording = recording;
    this.disk = disk;
    this.random = new SplittableRandom(seed);
  }

  /// Half of the moments are just after something was acknowledged, some of these right after a
  /// process was killed and the next one began; the other half are anywhere.
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

  /// The first answers that each process but the first got.
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
    acknowledgements += account.acknowledged().size();
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
        account.endLife();
      }
      account.add(all.get(told).history());
      told++;
    }
  }

  /// Twice: what was recovered once must be there the next time, too.
  private List<String> check(Path folder) throws IOException {
    List<String> found = new ArrayList<>();
    Files.createDirectories(folder);
    for (int time = 0; time < 2 && found.isEmpty(); time++) {
      try (Engine store = Stores.openQuietly(folder)) {
        found.addAll(new StoreCheck(store, account).jobs(account.acknowledged()).violations());
      } catch (RuntimeException unusable) {
        found.add("cannot be opened: " + unusable);
      }
    }
    return found;
  }
}
