package dev.waybill.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.Code;
import dev.waybill.Page;
import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import dev.waybill.admin.AccessKey;
import dev.waybill.admin.AuditEntry;
import dev.waybill.admin.CreatedKey;
import dev.waybill.admin.NewAccessKey;
import dev.waybill.admin.Scope;
import dev.waybill.admin.WaybillAdmin;
import dev.waybill.server.Service;
import dev.waybill.server.config.ConfigReader;
import dev.waybill.settings.ConnectSettings;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(180)
final class KeysAtServerTest {

  @TempDir Path folder;

  @Test
  void keys_are_created_listed_revoked_and_audited_on_a_running_server() {
    String admin = firstKey();
    try (Service service = serve();
        Waybill waybill = connect(service, admin)) {
      WaybillAdmin keys = waybill.service(WaybillAdmin.class);
      CreatedKey made = keys.createKey(new NewAccessKey(Set.of(Scope.READ), "shop", null));
      assertThat(made.text()).startsWith("wbk_");
      assertThat(keys.keys(Page.Request.first(1)).items()).containsExactly(made.key());
      assertThat(keys.keys(Page.Request.first(10)).items())
          .extracting(AccessKey::label)
          .containsExactly("shop", "first");
      assertThat(keys.revokeKey(made.key().id()).revokedAt()).isNotNull();
      assertThat(keys.key(made.key().id()).revokedAt()).isNotNull();
      assertThat(keys.audit(Page.Request.first(10)).items())
          .extracting(AuditEntry::action)
          .contains("POST /v1/keys", "POST /v1/keys/{id}/revoke");
      assertThatThrownBy(() -> keys.revokeKey("no such key"))
          .isInstanceOfSatisfying(
              WaybillException.class, e -> assertThat(e.code()).isEqualTo(Code.NOT_FOUND));
    }
  }

  @Test
  void only_operators_rotate_the_task_token_key() {
    String admin = firstKey();
    String other =
        on("create", "--scopes", "admin", "--label", "x", "--tenant", "acme").out().strip();
    try (Service service = serve();
        Waybill waybill = connect(service, admin);
        Waybill acme = connect(service, other)) {
      WaybillAdmin keys = waybill.service(WaybillAdmin.class);
      assertThatThrownBy(acme.service(WaybillAdmin.class)::rotateTokenKey)
          .hasMessageContaining("forbidden");
      assertThatThrownBy(acme.service(WaybillAdmin.class)::rebuildIndex)
          .hasMessageContaining("forbidden");
      assertThat(keys.rotateTokenKey()).isEqualTo(2);
      assertThat(keys.audit(Page.Request.first(10)).items())
          .extracting(AuditEntry::action)
          .contains("POST /v1/token-keys/rotate");
      assertThatThrownBy(keys::rotateTokenKey)
          .isInstanceOfSatisfying(
              WaybillException.class, e -> assertThat(e.code()).isEqualTo(Code.WRONG_STATE));
    }
  }

  @Test
  void a_data_directory_in_use_leads_to_its_server() {
    firstKey();
    try (Service _ = serve()) {
      Ran ran = on("list");
      assertThat(ran.exitCode()).isEqualTo(1);
      assertThat(ran.err()).contains("unauthenticated");
      assertThat(on("list", "--tenant", "acme").err()).contains("tenant \"default\"");
    }
  }

  @Test
  void an_open_server_does_not_create_the_first_key() {
    try (Service _ = serve()) {
      assertThat(on("list").out()).isEqualToIgnoringNewLines("no keys");
      assertThat(on("create", "--scopes", "admin", "--label", "x").err())
          .contains("forbidden", "while no server runs");
    }
  }

  private String firstKey() {
    return on("create", "--scopes", "admin", "--label", "first").out().strip();
  }

  private Service serve() {
    Map<String, String> flags =
        Map.of("store.path", folder.toString(), "server.port", "0", "server.grpc_port", "0");
    return Service.start(ConfigReader.read(null, Map.of(), flags));
  }

  private static Waybill connect(Service service, String key) {
    return Waybill.connect(URI.create(service.httpAddress()), ConnectSettings.DEFAULT.withKey(key));
  }

  private Ran on(String... arguments) {
    String[] all = new String[arguments.length + 3];
    all[0] = "keys";
    System.arraycopy(arguments, 0, all, 1, arguments.length);
    all[arguments.length + 1] = "--data";
    all[arguments.length + 2] = folder.toString();
    return Ran.waybill(all);
  }
}
