package dev.waybill.server.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.admin.NewAccessKey;
import dev.waybill.admin.Scope;
import dev.waybill.engine.EngineOpener;
import dev.waybill.server.auth.AccessKeys;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Backend;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class MetricsAccessTest {

  @TempDir Path folder;

  @Test
  void a_server_with_keys_shows_metrics_to_readers_of_the_default_tenant_only() {
    String operator;
    String producer;
    String customer;
    try (Backend backend = EngineOpener.backend(folder.toUri(), Settings.DEFAULT)) {
      AccessKeys keys = new AccessKeys(backend.ledger(), Settings.DEFAULT.clock());
      operator = key(keys, "default", Scope.READ);
      producer = key(keys, "default", Scope.PRODUCE);
      customer = key(keys, "customer", Scope.READ);
    }
    try (Observed server = new Observed(folder)) {
      assertThat(page(server, operator)).contains("# TYPE waybill_streams_active");
      assertThat(page(server, producer)).contains("\"status\":403");
      assertThat(page(server, customer)).contains("\"status\":403").doesNotContain("# TYPE");
      assertThat(server.get("/metrics")).contains("\"status\":401");
      assertThat(server.get("/livez")).isEqualTo("ok\n");
    }
  }

  private static String key(AccessKeys keys, String tenant, Scope scope) {
    return keys.create(tenant, new NewAccessKey(Set.of(scope), "test", null)).text();
  }

  private static String page(Observed server, String key) {
    return server.get("/metrics", "Authorization", "Bearer " + key);
  }
}
