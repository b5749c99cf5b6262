package dev.waybill.runner;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RunnerFolderTest {

  @TempDir private Path scratch;

  @Test
  void nobody_else_may_look_into_the_folder_of_a_worker() throws IOException {
    Path path = scratch.resolve("waybill-work");
    try (RunnerFolder _ = RunnerFolder.take(path)) {
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
          .isEqualTo("rwx------");
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path.resolve("lock"))))
          .isEqualTo("rw-------");
    }
  }
}
