package dev.waybill.backend.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Code;
import dev.waybill.JobId;
import dev.waybill.WaybillException;
import dev.waybill.conformance.Promise;
import dev.waybill.spi.JobKey;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;

/// One process at a time can open a data directory, and a failed open leaves nothing open.
@Timeout(120)
@Isolated("counts the threads of the process")
class LockingTest {

  private Path folder;
  private StoreDriver store;

  @BeforeEach
  void prepare() throws IOException {
    folder = FolderFiles.temporary();
    store = new StoreDriver(folder);
  }

  @AfterEach
  void clean() throws IOException {
    FolderFiles.delete(folder);
  }

  @Test
  @Promise({"E1", "X1"})
  void a_second_open_in_the_same_process_is_refused_without_effect_on_the_first()
      throws IOException {
    store.open();

    WaybillException refusal = refusal();

    assertThat(refusal.code()).isEqualTo(Code.STORE_LOCKED);
    assertThat(refusal).hasMessageContaining("process " + ProcessHandle.current().pid());
    // Closing the second channel must not release the lock for others.
    try (OtherProcess other = OtherProcess.start(Holder.class, folder.toString())) {
      assertThat(other.await("refused")).startsWith("STORE_LOCKED");
    }
    store.enqueue("still mine");
    store.close();
    store.open().close();
  }

  @Test
  @Promise({"E1", "E3", "X1"})
  void a_data_directory_in_use_is_refused_until_its_process_is_killed() throws IOException {
    try (OtherProcess other = OtherProcess.start(Holder.class, folder.toString())) {
      JobId stored = JobId.parse(other.await("stored"));

      WaybillException refusal = refusal();
      assertThat(refusal.code()).isEqualTo(Code.STORE_LOCKED);
      assertThat(refusal).hasMessageContaining("process " + other.pid());

      other.kill();
      store.open();
      assertThat(store.jobs().find(new JobKey(StoreDriver.TENANT, stored))).isPresent();
      store.close();
    }
  }

  @Test
  @Promise("X1")
  void a_failed_open_leaves_no_open_file_and_no_thread() throws IOException {
    store.open();
    store.enqueueMany("job ", 10);
    store.close();
    for (Damage damage : Damage.values()) {
      byte[] whole = Files.readAllBytes(damage.file(folder));
      damage.apply(folder);
      for (int i = 0; i < 3; i++) {
        assertThat(refusal()).as("%s", damage).isNotNull();
      }
      assertThat(openFiles()).as("files that are open after %s", damage).isEmpty();
      assertThat(storeThreads()).as("threads after %s", damage).isEmpty();
      damage.undo(folder, whole);
      store.open();
      assertThat(store.browse()).hasSize(10);
      store.close();
    }
  }

  /// One for each part that is opened.
  private enum Damage {
    LOG("log/0000000000000001.log"),
    HISTORY("history.db"),
    BLOBS("format"),
    CATALOG("catalog.db");

    private final String name;

    Damage(String name) {
      this.name = name;
    }

    Path file(Path folder) {
      return folder.resolve(name);
    }

    void apply(Path folder) throws IOException {
      switch (this) {
        case LOG -> FolderFiles.flip(file(folder), 100, 1);
        case HISTORY -> FolderFiles.write(file(folder), 0, new byte[100]);
        case BLOBS -> {
          FolderFiles.delete(folder.resolve("blobs/incoming"));
          Files.createFile(folder.resolve("blobs/incoming"));
        }
        case CATALOG -> {
          Files.delete(file(folder));
          Files.createDirectory(file(folder));
        }
      }
    }

    void undo(Path folder, byte[] whole) throws IOException {
      switch (this) {
        case LOG, HISTORY -> Files.write(file(folder), whole);
        case BLOBS -> Files.delete(folder.resolve("blobs/incoming"));
        case CATALOG -> {
          Files.delete(file(folder));
          Files.write(file(folder), whole);
        }
      }
    }
  }

  /// The names of the files in the directory that this process has open.
  private List<String> openFiles() throws IOException {
    try (Stream<Path> descriptors = Files.list(Path.of("/proc/self/fd"))) {
      return descriptors.map(LockingTest::target).filter(this::isMine).toList();
    }
  }

  private boolean isMine(String file) {
    return file.startsWith(folder.toString());
  }

  private static String target(Path descriptor) {
    try {
      return Files.readSymbolicLink(descriptor).toString();
    } catch (IOException goneMeanwhile) {
      return "";
    }
  }

  private static List<String> storeThreads() {
    return Stream.of(ManagementFactory.getThreadMXBean().dumpAllThreads(false, false))
        .map(thread -> thread.getThreadName())
        .filter(name -> name.startsWith("waybill-"))
        .toList();
  }

  private WaybillException refusal() {
    StoreDriver second = new StoreDriver(folder);
    return Assertions.catchThrowableOfType(WaybillException.class, second::open);
  }
}
