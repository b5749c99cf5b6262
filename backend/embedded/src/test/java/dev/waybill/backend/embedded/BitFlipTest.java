package dev.waybill.backend.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.WaybillException;
import dev.waybill.conformance.Promise;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/// Flips one bit of a closed store: the store refuses it with a code, or it has no effect.
/// Everything that is served equals what was stored.
///
/// `-Dwaybill.flips=N` flips more bits, `-Dwaybill.seed=S` flips others.
@Timeout(600)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BitFlipTest {

  private static final int JOBS = 200;

  private Path root;
  private Path pristine;
  private StoredWork work;
  private List<String> stored;

  @BeforeAll
  void store() throws IOException {
    root = FolderFiles.temporary();
    pristine = root.resolve("pristine");
    StoreDriver store = new StoreDriver(pristine).open();
    work = StoredWork.in(store, JOBS);
    stored = work.served(store);
    store.close();
  }

  @AfterAll
  void clean() throws IOException {
    FolderFiles.delete(root);
  }

  @Test
  @Promise({"E1", "X1"})
  void a_flipped_bit_is_never_served() throws IOException {
    long seed = Long.getLong("waybill.seed", 1);
    SplittableRandom random = new SplittableRandom(seed);
    int flips = Integer.getInteger("waybill.flips", 60);
    int refused = 0;
    int missing = 0;
    for (int i = 0; i < flips; i++) {
      Flip flip = flip(random);
      Seen seen = serve(flip, "repeat with -Dwaybill.seed=" + seed + ": flip " + i + " " + flip);
      refused += seen.refused() ? 1 : 0;
      missing += seen.missing() ? 1 : 0;
    }
    System.out.printf(
        "seed %d: %d flips, %d refused, %d with something missing%n",
        seed, flips, refused, missing);
    assertThat(refused).as("flips that were noticed, seed %d", seed).isPositive();
  }

  private record Flip(Path file, long at, int bit) {}

  private record Seen(boolean refused, boolean missing) {}

  /// Half of the flips are in the history, which has no checksums by SQLite; the empty part of the
  /// log is excluded.
  private Flip flip(SplittableRandom random) throws IOException {
    FolderFiles files = new FolderFiles(pristine);
    List<Path> all = files.all();
    Path file =
        switch (random.nextInt(10)) {
          case 0, 1, 2, 3, 4 -> files.history();
          case 5, 6, 7 -> files.segments().get(random.nextInt(files.segments().size()));
          default -> all.get(random.nextInt(all.size()));
        };
    boolean isLog = file.toString().endsWith(".log");
    long size = isLog ? FolderFiles.frames(file).end() : Files.size(file);
    return new Flip(pristine.relativize(file), random.nextLong(size), random.nextInt(8));
  }

  private Seen serve(Flip flip, String what) throws IOException {
    Path folder = root.resolve("damaged");
    copy(pristine, folder);
    FolderFiles.flip(folder.resolve(flip.file()), flip.at(), flip.bit());
    StoreDriver store = new StoreDriver(folder);
    try {
      store.open();
    } catch (WaybillException refused) {
      FolderFiles.delete(folder);
      return new Seen(true, false);
    }
    try {
      return compare(work.questions(store), flip, what);
    } finally {
      store.close();
      FolderFiles.delete(folder);
    }
  }

  private Seen compare(List<Supplier<String>> questions, Flip flip, String what) {
    boolean refused = false;
    boolean missing = false;
    for (int i = 0; i < questions.size(); i++) {
      try {
        String answer = questions.get(i).get();
        if (!answer.equals(stored.get(i))) {
          assertThat(isLess(answer, stored.get(i)))
              .as("%s: served %s instead of %s", what, answer, stored.get(i))
              .isTrue();
          missing = true;
        }
      } catch (WaybillException noticed) {
        refused = true;
      } catch (RuntimeException raw) {
        throw new AssertionError(what, raw);
      }
    }
    assertThat(missing && !flip.file().endsWith("history.db"))
        .as("%s: something is missing without a word", what)
        .isFalse();
    return new Seen(refused, missing);
  }

  /// Whether the answer contains nothing wrong, although something may be missing: a damaged index
  /// of the history can hide a row.
  private static boolean isLess(String answer, String expected) {
    Set<String> known = new HashSet<>(Arrays.asList(expected.split("\n", -1)));
    return answer.equals(StoredWork.GONE)
        || answer.equals("attempts []")
        || answer.isEmpty()
        || known.containsAll(Arrays.asList(answer.split("\n", -1)));
  }

  private static void copy(Path from, Path to) throws IOException {
    Files.createDirectories(to);
    for (Path file : new FolderFiles(from).all()) {
      Path target = to.resolve(from.relativize(file));
      Files.createDirectories(target.getParent());
      Files.copy(file, target);
    }
  }
}
