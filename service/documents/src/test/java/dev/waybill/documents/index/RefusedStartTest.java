package dev.waybill.documents.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.WaybillException;
import dev.waybill.documents.DocumentsProvider;
import dev.waybill.engine.EngineOpener;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Backend;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("looks at all threads of the process")
final class RefusedStartTest {

  private @TempDir Path folder;

  @Test
  void a_refused_start_leaves_nothing_running() {
    Set<Thread> before = threads();
    Settings settings =
        Settings.DEFAULT
            .withMaintenanceEvery(Duration.ofMillis(100))
            .withServiceSetting(DocumentsProvider.PATH, folder.resolve("index").toString())
            .withServiceSetting(DocumentsProvider.PROCESS, "false");
    try (Backend backend = EngineOpener.backend(folder.resolve("data").toUri(), settings)) {
      assertThatThrownBy(() -> EngineOpener.over(backend, settings).close())
          .isInstanceOf(WaybillException.class);
      assertThat(threads())
          .filteredOn(thread -> !before.contains(thread))
          .extracting(Thread::getName)
          .doesNotContain("waybill-maintenance");
    }
  }

  private static Set<Thread> threads() {
    return Thread.getAllStackTraces().keySet();
  }
}
