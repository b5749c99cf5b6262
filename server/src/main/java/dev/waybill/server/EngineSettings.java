package dev.waybill.server;

import dev.waybill.Capabilities.Durability;
import dev.waybill.documents.DocumentsProvider;
import dev.waybill.documents.embed.EmbeddingKeys;
import dev.waybill.documents.index.IndexKeys;
import dev.waybill.documents.model.DiagramKeys;
import dev.waybill.messages.MessagesProvider;
import dev.waybill.server.config.Config;
import dev.waybill.server.config.Keys;
import dev.waybill.settings.Quotas;
import dev.waybill.settings.Retention;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Key;
import java.time.Duration;
import java.util.List;

/// The settings of the engine and its services by a configuration.
public final class EngineSettings {

  private EngineSettings() {}

  public static Settings of(Config config) {
    Settings settings = ofTheServer(config);
    for (List<Key<?>> keys : List.of(IndexKeys.ALL, EmbeddingKeys.ALL, DiagramKeys.ALL)) {
      for (Key<?> key : keys) {
        settings = settings.withServiceSetting(key.name(), config.text(key).orElse(""));
      }
    }
    return settings;
  }

  private static Settings ofTheServer(Config config) {
    return Settings.DEFAULT
        .withMaxPayloadBytes(config.get(Keys.MAX_PAYLOAD))
        .withMaxLiveJobs(config.get(Keys.MAX_JOBS))
        .withDefaultLeaseDuration(Duration.ofSeconds(config.get(Keys.LEASE_SECONDS)))
        .withRegion(config.get(Keys.MESSAGES_REGION))
        .withQuotas(
            new Quotas(config.get(Keys.TENANT_LIVE_JOBS), config.get(Keys.TENANT_LIVE_BYTES)))
        .withServiceSetting(
            Keys.TOPICS_BINDINGS.name(), config.find(Keys.TOPICS_BINDINGS).orElse(""))
        .withServiceSetting(
            MessagesProvider.PROVIDERS, config.find(Keys.MESSAGES_PROVIDERS).orElse(""))
        .withServiceSetting(MessagesProvider.ROUTES, config.find(Keys.MESSAGES_ROUTES).orElse(""))
        .withLeastDurability(
            config.get(Keys.STRICT).equals("true") ? Durability.POWER_CUT : Durability.MEMORY)
        .withServiceSetting(
            MessagesProvider.TENANT_DAYS, config.find(Keys.MESSAGES_TENANT_DAYS).orElse(""))
        .withServiceSetting(
            MessagesProvider.RECIPIENT_RATE, config.find(Keys.MESSAGES_RECIPIENT_RATE).orElse(""))
        .withServiceSetting(
            MessagesProvider.MAX_ATTEMPTS, config.get(Keys.MESSAGES_MAX_ATTEMPTS).toString())
        .withServiceSetting(
            MessagesProvider.ALLOW_NETWORKS, config.find(Keys.MESSAGES_ALLOW_NETWORKS).orElse(""))
        .withServiceSetting(MessagesProvider.PROXY, config.find(Keys.MESSAGES_PROXY).orElse(""))
        .withServiceSetting(
            DocumentsProvider.PATH, config.get(Keys.STORE_PATH).resolve("documents").toString())
        .withServiceSetting(
            DocumentsProvider.MAX_FILE_BYTES, config.get(Keys.DOCUMENTS_MAX_FILE).toString())
        .withServiceSetting(
            DocumentsProvider.CONCURRENCY, config.get(Keys.DOCUMENTS_CONCURRENCY).toString())
        .withServiceSetting(DocumentsProvider.PROCESS, config.get(Keys.DOCUMENTS_PROCESS))
        .withRetention(retention(config));
  }

  private static Retention retention(Config config) {
    Duration failed = days(config, Keys.FAILED_DAYS);
    Duration completed = days(config, Keys.COMPLETED_DAYS);
    Duration events = days(config, Keys.EVENTS_DAYS);
    return new Retention(completed, failed, completed, failed, events.isZero() ? failed : events)
        .withRequestIds(days(config, Keys.REQUEST_ID_DAYS))
        .withFacts(Retention.AUDIT, days(config, Keys.AUDIT_DAYS))
        .withMessages(days(config, Keys.MESSAGE_DAYS))
        .withFacts(Retention.OPERATIONS, days(config, Keys.OPERATION_DAYS));
  }

  private static Duration days(Config config, Key<Integer> key) {
    return Duration.ofDays(config.get(key));
  }
}
