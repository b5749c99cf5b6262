package dev.waybill.backend.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Code;
import dev.waybill.Job;
import dev.waybill.WaybillException;
import dev.waybill.backend.embedded.log.SegmentedLog;
import dev.waybill.conformance.Promise;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Opening a store whose history does not match the log.
@Timeout(120)
class HistoryRecoveryTest {

  private static final int SMALL_SEGMENT = 256 << 10;

  private Path folder;
  private FolderFiles files;
  private StoreDriver store;

  @BeforeEach
  void prepare() throws IOException {
    folder = FolderFiles.temporary();
    files = new FolderFiles(folder);
    store = new StoreDriver(folder, SMALL_SEGMENT);
  }

  @AfterEach
  void clean() throws IOException {
    FolderFiles.delete(folder);
  }

  @Test
  @Promise({"E1", "R2"})
  void a_deleted_history_is_rebuilt_from_a_complete_log() throws IOException {
    store.open();
    StoredWork work = StoredWork.in(store, 40);
    List<String> before = work.served(store);
    store.close();
    Files.delete(files.history());

    store.open();

    assertThat(work.served(store)).isEqualTo(before);
    store.close();
  }

  @Test
  @Promise({"E1", "X1"})
  void a_deleted_history_is_refused_if_the_log_is_incomplete() throws IOException {
    store.open();
    churnUntilTheFirstSegmentIsDropped();
    store.close();
    byte[] history = Files.readAllBytes(files.history());
    Files.delete(files.history());

    WaybillException refusal = refusal();

    assertThat(refusal.code()).isEqualTo(Code.CORRUPT);
    assertThat(refusal)
        .hasMessageContaining(files.history().toString())
        .hasMessageContaining("no longer reaches back")
        .hasMessageContaining("backup");
    Files.write(files.history(), history);
    store.open().close();
  }

  @Test
  @Promise({"E1", "X1"})
  void a_lost_first_segment_is_distinguished_from_a_dropped_one() throws IOException {
    store.open();
    churnUntilTheFirstSegmentIsDropped();
    List<Job> waiting = store.enqueueMany("waiting", 10);
    store.close();
    store.open().close();
    Path first = files.segments().getFirst();
    byte[] content = Files.readAllBytes(first);
    Files.delete(first);

    assertThat(refusal().code()).isEqualTo(Code.CORRUPT);

    Files.write(first, content);
    store.open();
    waiting.forEach(store::find);
    store.close();
  }

  @Test
  @Promise({"E1", "X1"})
  void a_history_ahead_of_the_log_is_refused() throws IOException {
    store.open();
    store.enqueueMany("job ", 5);
    closeOnceTheHistoryHasCaughtUp();
    for (long ahead : List.of(8L, 1L << 32, 1L << 40)) {
      HistoryFile.run(
          files.history(), "update meta set value = value + %d %s".formatted(ahead, AT));
      assertRefusal("is ahead of the log");
      HistoryFile.run(
          files.history(), "update meta set value = value - %d %s".formatted(ahead, AT));
    }
    store.open().close();
  }

  @Test
  @Promise({"E1", "X1"})
  void a_history_that_ends_where_the_log_has_no_frame_is_refused() throws IOException {
    store.open();
    while (files.segments().size() < 3) {
      store.enqueue("x".repeat(8_000));
    }
    closeOnceTheHistoryHasCaughtUp();
    long inTheMiddle = SegmentedLog.position(2, 4_096);
    HistoryFile.run(files.history(), "update meta set value = %d %s".formatted(inTheMiddle, AT));
    assertRefusal("is unreadable from there");
    long inASegmentThatNeverWas = SegmentedLog.position(0, 64);
    HistoryFile.run(
        files.history(), "update meta set value = %d %s".formatted(inASegmentThatNeverWas, AT));
    assertRefusal("which does not exist");
  }

  @Test
  @Promise({"E1", "X1"})
  void the_history_of_another_store_is_refused() throws IOException {
    store.open();
    store.enqueue("a");
    store.enqueue("b");
    closeOnceTheHistoryHasCaughtUp();
    HistoryFile.run(files.history(), "update meta set value = value - 1 where name = 'batch'");
    assertRefusal("belongs to another log");
  }

  private static final String AT = "where name = 'position'";

  /// Closing does not wait for the history. A list does.
  private void closeOnceTheHistoryHasCaughtUp() {
    assertThat(store.browse()).isNotEmpty();
    store.close();
  }

  private void churnUntilTheFirstSegmentIsDropped() throws IOException {
    for (int round = 0; files.segments().getFirst().endsWith("0000000000000001.log"); round++) {
      assertThat(round).as("rounds until the first segment is dropped").isLessThan(2_000);
      store.enqueueMany("x".repeat(1_000), 20);
      store.complete(store.lease(20), "ok");
    }
  }

  private WaybillException refusal() {
    return Assertions.catchThrowableOfType(WaybillException.class, store::open);
  }

  private void assertRefusal(String why) {
    WaybillException refusal = refusal();
    assertThat(refusal.code()).isEqualTo(Code.CORRUPT);
    assertThat(refusal).hasMessageContaining(files.history().toString()).hasMessageContaining(why);
  }
}
