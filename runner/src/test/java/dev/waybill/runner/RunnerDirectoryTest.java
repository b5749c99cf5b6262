package dev.waybill.runner;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RunnerDirectoryTest {

  @TempDir private Path scratch;

  @Test
  void the_directory_is_accessible_by_its_owner_only() throws IOException {
    Path path = scratch.resolve("waybill-work");
    try (RunnerDirectory _ = RunnerDirectory.take(path)) {
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
          .isEqualTo("rwx------");
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path.resolve("lock"))))
          .isEqualTo("rw-------");
    }
  }
}
