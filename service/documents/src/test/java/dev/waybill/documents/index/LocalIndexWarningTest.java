package dev.waybill.documents.index;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Waybill;
import dev.waybill.conformance.NatsProcess;
import dev.waybill.conformance.Seed;
import dev.waybill.documents.DocumentsProvider;
import dev.waybill.settings.Settings;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/// What a server with an index of its own says at the start.
@Isolated("captures the log")
final class LocalIndexWarningTest {

  private static final String WARNING = "the index of documents belongs to this server alone";

  private @TempDir Path folder;

  /// The warnings about documents while this is open.
  private static final class Warnings extends Handler {

    private final Logger logger = Logger.getLogger(DocumentsProvider.class.getName());
    private final List<String> all = new CopyOnWriteArrayList<>();

    Warnings() {
      logger.addHandler(this);
    }

    @Override
    public void publish(LogRecord entry) {
      if (entry.getLevel().equals(Level.WARNING)) {
        all.add(entry.getMessage());
      }
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
      logger.removeHandler(this);
    }
  }

  private Settings settings() {
    return Settings.DEFAULT
        .withMaintenanceEvery(Duration.ofMillis(100))
        .withServiceSetting(DocumentsProvider.PATH, folder.resolve("index").toString());
  }

  private static List<String> warnings(URI store, Settings settings) {
    Warnings warnings = new Warnings();
    try (Waybill _ = Waybill.open(store, settings)) {
      return List.copyOf(warnings.all);
    } finally {
      warnings.close();
    }
  }

  @Test
  @Seed("S5.8")
  void a_server_warns_at_the_start_that_others_do_not_share_its_index() {
    try (NatsProcess broker = new NatsProcess("-js")) {
      URI store = URI.create(broker.url() + "?path=" + broker.folder().resolve("server"));
      assertThat(warnings(store, settings()))
          .singleElement()
          .asString()
          .contains(WARNING, "Choose a shared index");
    }
  }

  @Test
  void a_server_whose_store_is_its_own_does_not_warn() {
    assertThat(warnings(folder.resolve("data").toUri(), settings())).isEmpty();
  }
}
