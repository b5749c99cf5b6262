package dev.waybill.rig;

import dev.waybill.RetryPolicy;
import dev.waybill.backend.embedded.EmbeddedConfig;
import dev.waybill.backend.embedded.EmbeddedProvider;
import dev.waybill.engine.Engine;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Backend;
import dev.waybill.spi.ForwardingBackend;
import dev.waybill.spi.JobStore;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/// Opens stores for the rig: small segments, so that many are created and deleted in a short run,
/// and short waits.
final class RigStores {

  private static final int SEGMENT_BYTES = 512 << 10;

  private static final RetryPolicy SOON =
      RetryPolicy.DEFAULT.withDelays(Duration.ofMillis(5), 2, Duration.ofMillis(50));

  private RigStores() {}

  /// With maintenance, and with a seeded bug if there is one.
  static Engine open(Path folder, SeededBug bug) {
    return engine(folder, bug, Duration.ofMillis(100));
  }

  /// Without background tasks.
  static Engine openQuietly(Path folder) {
    return engine(folder, SeededBug.NONE, null);
  }

  private static Engine engine(
      Path folder, SeededBug bug, @org.jspecify.annotations.Nullable Duration maintenance) {
    Settings settings = Settings.DEFAULT.withMaintenanceEvery(maintenance);
    for (String type : LoadRequests.TYPES) {
      settings = settings.withType(type, new Settings.TypeSettings(SOON, null));
    }
    EmbeddedConfig config = EmbeddedConfig.of(settings).withSegmentBytes(SEGMENT_BYTES);
    Backend backend = EmbeddedProvider.open(folder, config);
    JobStore jobs = SeededBugStores.with(bug, backend.jobs());
    try {
      return new Engine(
          ForwardingBackend.withJobs(backend, jobs),
          settings,
          () -> ThreadLocalRandom.current().nextLong());
    } catch (RuntimeException unusable) {
      backend.close();
      throw unusable;
    }
  }
}
