package dev.waybill.cli;

import static dev.waybill.cli.Ran.waybill;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Page;
import dev.waybill.Waybill;
import dev.waybill.admin.AuditEntry;
import dev.waybill.admin.WaybillAdmin;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(180)
final class KeysTest {

  @TempDir Path folder;

  @Test
  void the_first_key_can_be_created_before_the_store() {
    Ran made = on("create", "--scopes", "admin,read", "--label", "first");
    assertThat(made.exitCode()).isZero();
    assertThat(made.out()).matches("wbk_[A-Za-z0-9_-]{43}\\R");
    String listed = on("list").out();
    assertThat(listed)
        .contains("first", "read,admin", "good", made.out().strip().substring(43))
        .doesNotContain(made.out().strip());
  }

  @Test
  void a_key_is_revoked_by_its_id_in_its_tenant() {
    on("create", "--scopes", "work", "--label", "robots", "--tenant", "acme");
    assertThat(on("list").out()).isEqualToIgnoringNewLines("no keys");
    String id = on("list", "--tenant", "acme").out().lines().toList().get(1).split(" ", 2)[0];
    assertThat(on("revoke", id).exitCode()).isEqualTo(4);
    assertThat(on("revoke", id, "--tenant", "acme").out())
        .isEqualToIgnoringNewLines(id + " is revoked");
    assertThat(on("list", "--tenant", "acme").out()).contains("revoked");
  }

  @Test
  void the_task_token_key_is_rotated_without_a_server() {
    on("create", "--scopes", "admin", "--label", "first");
    assertThat(on("rotate-token-key").out())
        .isEqualToIgnoringNewLines("tokens are signed with key 2");
  }

  @Test
  void changes_without_a_server_are_in_the_audit_log() {
    on("create", "--scopes", "admin", "--label", "first");
    String id = on("list").out().lines().toList().get(1).split(" ", 2)[0];
    on("rotate-token-key");
    on("revoke", id);
    on("revoke", "unknown");
    assertThat(waybill("audit", "--data", folder.resolve("store").toString()).out())
        .contains("keys create", "keys revoke", id);
    try (Waybill store = Waybill.open(folder.resolve("store"))) {
      List<AuditEntry> entries =
          store.service(WaybillAdmin.class).audit(Page.Request.first(10)).items();
      assertThat(entries)
          .extracting(AuditEntry::action)
          .containsExactly("keys create", "keys rotate-token-key", "keys revoke", "keys revoke");
      assertThat(entries)
          .extracting(AuditEntry::outcome)
          .containsExactly("done", "done", "done", "not_found");
      assertThat(entries.getLast().target()).isEqualTo("unknown");
      assertThat(entries.getFirst().actor()).isEqualTo("local:" + System.getProperty("user.name"));
      assertThat(entries.getFirst().target()).isEqualTo(id);
    }
  }

  @Test
  void json_output_is_a_document() {
    Ran made =
        on("create", "--scopes", "READ", "--label", "x", "--expires-in-days", "30", "--json");
    assertThat(made.out()).contains("\"text\":\"wbk_", "\"scopes\":[\"read\"]", "\"expires_at\":");
    assertThat(on("list", "--json").out()).contains("\"label\":\"x\"").doesNotContain("wbk_");
  }

  @Test
  void invalid_keys_are_refused() {
    assertThat(on("create", "--label", "x").exitCode()).isEqualTo(2);
    assertThat(on("create", "--scopes", "root", "--label", "x").exitCode()).isEqualTo(2);
    Ran reserved = on("create", "--scopes", "read", "--label", "x", "--tenant", "waybill");
    assertThat(reserved.exitCode()).isEqualTo(2);
    assertThat(reserved.err()).startsWith("error: ");
  }

  private Ran on(String... arguments) {
    Stream<String> all =
        Stream.of(
                Stream.of("keys"),
                Stream.of(arguments),
                Stream.of("--data", folder.resolve("store").toString()))
            .flatMap(part -> part);
    return waybill(all.toArray(String[]::new));
  }
}
