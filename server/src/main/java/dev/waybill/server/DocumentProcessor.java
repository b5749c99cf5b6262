package dev.waybill.server;

import dev.waybill.Capabilities;
import dev.waybill.documents.DocumentsProvider;
import dev.waybill.documents.index.IndexKeys;
import dev.waybill.engine.Engine;
import dev.waybill.engine.EngineOpener;
import dev.waybill.server.config.Config;
import dev.waybill.server.config.ConfigException;
import dev.waybill.server.config.ConfiguredStore;
import dev.waybill.server.config.Keys;
import dev.waybill.server.telemetry.Telemetry;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Backend;
import java.util.Map;

/// Processes the documents of servers with the same store and the same index. It answers no calls,
/// sends no messages, fires no schedules, and leaves maintenance to the servers.
public final class DocumentProcessor implements AutoCloseable {

  private final Telemetry telemetry;
  private final Engine engine;
  private final String index;

  private DocumentProcessor(Telemetry telemetry, Engine engine, String index) {
    this.telemetry = telemetry;
    this.engine = engine;
    this.index = index;
  }

  /// Refused with [ConfigException] if the store or the index belongs to one process. If a part
  /// cannot start, nothing is left running.
  ///
  /// @param environment the variables `OTEL_*` configure the export of metrics and traces
  public static DocumentProcessor start(Config config, Map<String, String> environment) {
    requireShared(config);
    try (Started started = new Started()) {
      Settings configured = onlyDocuments(EngineSettings.of(config));
      Telemetry telemetry = started.add(Telemetry.start(environment, configured.clock()));
      Settings settings = configured.withCallObserver(telemetry.serviceCalls());
      Backend store = started.add(ConfiguredStore.of(config).open(settings));
      Engine engine = started.add(EngineOpener.over(telemetry.observe(store), settings));
      started.keep();
      return new DocumentProcessor(telemetry, engine, config.get(IndexKeys.INDEX));
    }
  }

  /// Other services work only where maintenance is done.
  private static Settings onlyDocuments(Settings configured) {
    return configured
        .withMaintenanceEvery(null)
        .withServiceSetting(DocumentsProvider.PROCESS, "true");
  }

  private static void requireShared(Config config) {
    if (ConfiguredStore.of(config).isDirectory()) {
      throw new ConfigException(
          "the store in %s belongs to one process: leave the processing of documents to the server"
                  .formatted(config.get(Keys.STORE_PATH))
              + " that uses it. A separate processor needs a store that processes share: use"
              + " the store.url of the servers.");
    }
    if (config.get(IndexKeys.INDEX).equals(IndexKeys.LOCAL)) {
      throw new ConfigException(
          "documents.index=local belongs to one process: servers would not find the documents that"
              + " a separate processor has processed. Set documents.index to s3vectors or postgres,"
              + " as in the servers.");
    }
  }

  /// What acknowledged writes survive.
  public Capabilities.Durability durability() {
    return engine.info().capabilities().durability();
  }

  /// The kind of the index, such as `postgres`.
  public String index() {
    return index;
  }

  /// Waits for running jobs for a while, releases the others, and closes the store.
  @Override
  public void close() {
    telemetry.stop();
    engine.close();
    telemetry.close();
  }
}
