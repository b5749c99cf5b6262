package dev.waybill.backend.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Job;
import dev.waybill.conformance.Promise;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// A process that runs out of memory ends without losing acknowledged jobs.
@Timeout(120)
final class OutOfMemoryTest {

  private static final List<String> SMALL =
      List.of("env", "JAVA_TOOL_OPTIONS=-Xmx48m -XX:+ExitOnOutOfMemoryError");

  @Test
  @Promise("E1")
  void acknowledged_jobs_survive_an_out_of_memory_error() throws IOException {
    Path folder = FolderFiles.temporary();
    try (OtherProcess process = OtherProcess.start(SMALL, MemoryFiller.class, folder.toString())) {
      assertThat(process.exitCode()).isEqualTo(3);
      List<String> acknowledged =
          process.heard().stream()
              .filter(line -> line.matches("stored [0-9a-f-]{36}"))
              .map(line -> line.substring("stored ".length()))
              .toList();
      assertThat(acknowledged).hasSizeGreaterThan(10);
      StoreDriver store = new StoreDriver(folder).open();
      assertThat(store.browse())
          .extracting((Job job) -> job.id().toString())
          .containsAll(acknowledged);
      store.close();
    } finally {
      FolderFiles.delete(folder);
    }
  }
}
