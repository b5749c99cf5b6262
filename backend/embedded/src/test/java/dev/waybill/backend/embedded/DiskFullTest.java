package dev.waybill.backend.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.conformance.Promise;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// A disk that is really full: a small one, mounted for a separate process. Requires user
/// namespaces; without them the test fails.
@Timeout(180)
class DiskFullTest {

  private static final List<String> OWN_NAMESPACE = List.of("unshare", "-rm");

  private Path disk;

  @BeforeEach
  void prepare() throws IOException {
    disk = FolderFiles.temporary();
  }

  @AfterEach
  void clean() throws IOException {
    FolderFiles.delete(disk);
  }

  @Test
  @Promise({"E1", "E3", "X1"})
  void a_full_disk_refuses_writes_loses_nothing_and_recovers_with_free_space() throws Exception {
    assertNamespacesArePermitted();
    try (OtherProcess full = OtherProcess.start(OWN_NAMESPACE, FullDisk.class, disk.toString())) {
      assertThat(Integer.parseInt(full.await("kept"))).as("jobs that were kept").isGreaterThan(100);
    }
  }

  @Test
  @Promise({"E1", "E3", "X1"})
  void a_history_without_disk_space_does_not_stop_the_log_and_serves_no_old_state()
      throws Exception {
    assertNamespacesArePermitted();
    try (OtherProcess full =
        OtherProcess.start(OWN_NAMESPACE, FullHistory.class, disk.toString())) {
      assertThat(Integer.parseInt(full.await("kept"))).as("jobs that were kept").isGreaterThan(100);
    }
  }

  private static void assertNamespacesArePermitted() throws IOException, InterruptedException {
    List<String> attempt = List.of("unshare", "-rm", "true");
    Process unshare = new ProcessBuilder(attempt).redirectErrorStream(true).start();
    assertThat(unshare.waitFor(30, TimeUnit.SECONDS) && unshare.exitValue() == 0)
        .as("this test mounts a small disk and needs the right to run `unshare -rm`")
        .isTrue();
  }
}
