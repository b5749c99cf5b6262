package dev.waybill.backend.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.NewJob;
import dev.waybill.conformance.job.Drafts;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Backend;
import dev.waybill.spi.QueueKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/// Only the owner can read the files of the store, independent of the umask.
@Isolated("captures the log of the whole process")
final class PrivateFolderTest {

  private static final String TENANT = "acme";

  @TempDir private Path scratch;

  @Test
  void only_the_owner_can_read_stored_files() throws IOException {
    Path folder = scratch.resolve("above").resolve("data");
    try (Backend store = open(folder)) {
      store.jobs().append(List.of(Drafts.draft(TENANT, NewJob.of("type", "secret"))));
      store.blobs().put(TENANT, "name", new byte[100_000]);
      assertThat(store.jobs().stats(new QueueKey(TENANT, "default")).waiting()).isEqualTo(1);
      assertThat(store.catalog().checkpoint()).isZero();
      assertPrivate(scratch.resolve("above"));
    }
    assertPrivate(scratch.resolve("above"));
  }

  @Test
  void files_in_an_existing_directory_are_private_and_a_warning_is_logged() throws IOException {
    Path folder = Files.createDirectory(scratch.resolve("data"));
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    List<LogRecord> warnings = new java.util.concurrent.CopyOnWriteArrayList<>();
    Handler handler = keeping(warnings);
    Logger logger = Logger.getLogger("dev.waybill.base.PrivateFiles");
    logger.addHandler(handler);
    try (Backend store = open(folder)) {
      store.jobs().append(List.of(Drafts.draft(TENANT, NewJob.of("type", "secret"))));
    } finally {
      logger.removeHandler(handler);
    }
    assertThat(permissions(folder)).isEqualTo("rwxr-xr-x");
    try (Stream<Path> inside = Files.list(folder)) {
      inside.forEach(PrivateFolderTest::assertPrivate);
    }
    assertThat(warnings).hasSize(1);
    assertThat(warnings.getFirst().getParameters()).contains(folder);
  }

  private static Backend open(Path folder) {
    return EmbeddedBackend.open(folder, EmbeddedConfig.of(Settings.DEFAULT));
  }

  private static void assertPrivate(Path root) {
    try (Stream<Path> all = Files.walk(root)) {
      all.forEach(
          path ->
              assertThat(permissions(path))
                  .as("%s", path)
                  .isEqualTo(Files.isDirectory(path) ? "rwx------" : "rw-------"));
    } catch (IOException failed) {
      throw new java.io.UncheckedIOException(failed);
    }
  }

  private static String permissions(Path path) {
    try {
      return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    } catch (IOException failed) {
      throw new java.io.UncheckedIOException(failed);
    }
  }

  private static Handler keeping(List<LogRecord> records) {
    return new Handler() {
      @Override
      public void publish(LogRecord record) {
        records.add(record);
      }

      @Override
      public void flush() {}

      @Override
      public void close() {}
    };
  }
}
