package dev.waybill.backend.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.Capabilities.Durability;
import dev.waybill.Code;
import dev.waybill.NewJob;
import dev.waybill.Payload;
import dev.waybill.WaybillException;
import dev.waybill.backend.postgres.sql.Migrations;
import dev.waybill.backend.postgres.sql.PostgresConfig;
import dev.waybill.backend.postgres.sql.ServerDurability;
import dev.waybill.conformance.Background;
import dev.waybill.conformance.job.Drafts;
import dev.waybill.settings.Retention;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Appended;
import dev.waybill.spi.Backend;
import dev.waybill.spi.Provisioned;
import dev.waybill.spi.Provisioned.Outcome;
import dev.waybill.spi.StoreAddress;
import java.net.URI;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PostgresSchemaTest {

  private static final PostgresProvider PROVIDER = new PostgresProvider();

  private static StoreAddress address(TestDatabase database) {
    return StoreAddress.of(URI.create(database.server().url(database.name())));
  }

  @Test
  void servers_that_start_together_create_the_tables_once() {
    TestDatabase database = TestDatabase.create();
    List<List<Provisioned>> all =
        Background.together(6, () -> PROVIDER.provision(address(database), true));
    assertThat(all.stream().flatMap(List::stream).map(Provisioned::outcome))
        .filteredOn(Outcome.CREATED::equals)
        .hasSize(Migrations.SCRIPTS.size());
  }

  @Test
  void a_server_has_a_data_directory_of_its_own(@TempDir Path folder) {
    TestDatabase database = TestDatabase.create();
    Path path = folder.resolve("server");
    StoreAddress address =
        StoreAddress.of(
            URI.create(database.server().url(database.name())),
            Map.of("store.path", path.toString()));
    Backend backend = PROVIDER.open(address, Settings.DEFAULT);
    assertThat(path).isDirectory();
    assertThatThrownBy(() -> PROVIDER.open(address, Settings.DEFAULT))
        .isInstanceOfSatisfying(
            WaybillException.class,
            refused -> assertThat(refused.code()).isEqualTo(Code.STORE_LOCKED));
    backend.close();
    PROVIDER.open(address, Settings.DEFAULT).close();
  }

  @Test
  void a_check_changes_nothing_and_drift_is_reported() {
    TestDatabase database = TestDatabase.create();
    assertThat(PROVIDER.provision(address(database), false))
        .extracting(Provisioned::outcome)
        .containsOnly(Outcome.MISSING);
    assertThat(database.value("select to_regnamespace('waybill') is null")).isEqualTo("t");
    PROVIDER.provision(address(database), true);
    database.execute("update waybill.migration set sum = 1 where name = '1-jobs'");
    assertThat(PROVIDER.provision(address(database), false).getFirst().drift())
        .containsExactly("was created by another script");
  }

  @Test
  void a_schema_of_a_newer_version_is_refused() {
    TestDatabase database = TestDatabase.create();
    database.open().close();
    database.execute("insert into waybill.migration values ('9-newer', 1, 1)");
    assertThatThrownBy(database::open)
        .isInstanceOfSatisfying(
            WaybillException.class,
            refused -> assertThat(refused.code()).isEqualTo(Code.NEWER_FORMAT));
  }

  @Test
  void without_migration_a_missing_schema_is_named() {
    TestDatabase database = TestDatabase.create();
    String url = database.server().url(database.name()) + "?migrate=never";
    assertThatThrownBy(() -> TestDatabase.open(url)).hasMessageContaining("waybill provision");
  }

  @Test
  void a_user_without_rights_on_tables_runs_the_store_and_another_only_enqueues()
      throws SQLException {
    TestDatabase database = TestDatabase.create();
    database.open().close();
    String runs = database.name() + "_runs";
    String app = database.name() + "_app";
    database.execute(
        """
        create role %1$s login password 'p'; create role %2$s login password 'p';
        grant usage on schema waybill to %1$s, %2$s;
        grant select, insert, update, delete on all tables in schema waybill to %1$s;
        grant usage, select on all sequences in schema waybill to %1$s;
        grant execute on all functions in schema waybill to %1$s;
        grant execute on function waybill.enqueue to %2$s
        """
            .formatted(runs, app));
    String url = database.server().url(runs, "p", database.name()) + "?migrate=never";
    try (PostgresBackend backend = TestDatabase.open(url)) {
      assertThat(backend.jobs().append(List.of(Drafts.draft("t", NewJob.of("a", "b")))))
          .singleElement()
          .isInstanceOf(Appended.New.class);
      backend.jobs().prune(Retention.DEFAULT, 10);
      backend.blobs().put("t", "b", new byte[] {1});
      backend.catalog().clear();
    }
    PostgresConfig limited = TestDatabase.config(database.server().url(app, "p", database.name()));
    try (Connection connection = DriverManager.getConnection(limited.url(), limited.properties())) {
      PostgresWaybill.enqueue(connection, NewJob.builder("t").payload(Payload.of("x")).build());
      assertThatThrownBy(() -> connection.createStatement().execute("select * from waybill.live"))
          .hasMessageContaining("permission denied");
    }
  }

  @Test
  void the_durability_follows_from_the_settings_of_the_server() {
    assertThat(ServerDurability.of("15", "on", "on", "on", "").durability())
        .isEqualTo(Durability.POWER_CUT);
    assertThat(ServerDurability.of("15", "on", "remote_apply", "on", "s1").reason())
        .contains("standbys");
    assertThat(ServerDurability.of("15", "on", "off", "on", "").durability())
        .isEqualTo(Durability.MEMORY);
    assertThat(ServerDurability.of("15", "off", "on", "on", "").durability())
        .isEqualTo(Durability.PROCESS);
    assertThat(ServerDurability.of("15", "on", "on", "off", "").durability())
        .isEqualTo(Durability.PROCESS);
  }

  @Test
  void empty_partitions_of_days_that_are_over_are_dropped() {
    TestDatabase database = TestDatabase.create();
    database.open().close();
    String days =
        "select count(*) from pg_class where relname ~ '^finished_\\d{8}$' and relkind = 'r'";
    int before = Integer.parseInt(database.value(days));
    database.execute("select waybill.prepare_days(0, 86400000)");
    assertThat(database.value(days)).isEqualTo(String.valueOf(before + 2));
    assertThat(database.value("select waybill.drop_days(waybill.now_ms() - 86400000)"))
        .isEqualTo("2");
    assertThat(database.value(days)).isEqualTo(String.valueOf(before));
  }

  @Test
  void addresses_are_checked_before_the_store_is_opened() {
    for (String wrong :
        List.of(
            "postgres://host",
            "postgres://host/",
            "postgres://host/a/b",
            "postgres://host/a?schema=Not-one",
            "postgres://host/a?tls.key=k.pem",
            "postgres://host/a?connections=0")) {
      assertThatThrownBy(() -> PROVIDER.check(StoreAddress.of(URI.create(wrong))))
          .as(wrong)
          .isInstanceOf(WaybillException.class);
    }
    assertThat(TestDatabase.config("postgres://me:secret@a:1,b:2/db").properties())
        .containsEntry("targetServerType", "primary")
        .containsEntry("user", "me");
    assertThat(TestDatabase.config("postgres://me:secret@a:1,b:2/db"))
        .hasToString("postgres://a:1,b:2/db");
    assertThat(TestDatabase.config("postgres://a:1/db?prepared=off").properties())
        .containsEntry("prepareThreshold", "0");
  }
}
