package dev.waybill.backend.embedded;

import dev.waybill.conformance.BackendFixture;
import dev.waybill.conformance.ManualClock;
import dev.waybill.settings.Settings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.stream.Stream;

/// The embedded store in its own data directory. Segments are small, so that tests cross their
/// boundaries.
final class EmbeddedFixture implements BackendFixture {

  private static final int SEGMENT_BYTES = 8 << 20;

  private final Path folder;
  private final ManualClock clock = new ManualClock();
  private final EmbeddedConfig config;
  private EmbeddedBackend backend;

  EmbeddedFixture(Settings settings) {
    folder = temporaryFolder();
    config = EmbeddedConfig.of(settings.withClock(clock)).withSegmentBytes(SEGMENT_BYTES);
    backend = EmbeddedBackend.open(folder, config);
  }

  private static Path temporaryFolder() {
    try {
      return Files.createTempDirectory("waybill-embedded");
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  Path folder() {
    return folder;
  }

  @Override
  public EmbeddedBackend backend() {
    return backend;
  }

  @Override
  public ManualClock clock() {
    return clock;
  }

  @Override
  public EmbeddedBackend crashAndReopen() {
    backend.abandon();
    backend = EmbeddedBackend.open(folder, config);
    return backend;
  }

  @Override
  public void elapse(Duration step) {
    clock.advance(step);
  }

  @Override
  public void close() {
    backend.close();
    try (Stream<Path> files = Files.walk(folder)) {
      files.sorted(Comparator.reverseOrder()).forEach(EmbeddedFixture::delete);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private static void delete(Path file) {
    try {
      Files.delete(file);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
