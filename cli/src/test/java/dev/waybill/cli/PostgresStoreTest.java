package dev.waybill.cli;

import static dev.waybill.conformance.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.conformance.PostgresServer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Commands and servers of Waybill on a real PostgreSQL.
@Timeout(120)
final class PostgresStoreTest {

  private static final String READ_ONLY =
      "alter database postgres set default_transaction_read_only = ";

  @TempDir private Path folder;
  private PostgresServer postgres;

  @BeforeEach
  void start() {
    postgres = new PostgresServer("fsync=off");
  }

  @AfterEach
  void stop() {
    postgres.close();
  }

  @Test
  void the_doctor_names_a_database_that_takes_no_writes() {
    assertThat(onPostgres("provision").exitCode()).isZero();
    assertThat(onPostgres("doctor").out()).contains("opens");

    postgres.psql("postgres", READ_ONLY + "on");

    assertThat(onPostgres("doctor").out()).contains("FAIL  store", "read-only");
  }

  @Test
  void jobs_of_another_store_are_found_by_an_index_in_postgres() throws Exception {
    String index = "catalog.url=" + postgres.url("postgres") + "?schema=search";
    try (Started server =
        Started.waybill(
            folder, "serve", "--port", "0", "--grpc-port", "0", "--data", data(), "--set", index)) {
      server.awaitLine("ready");
      Ran.waybill("submit", "--data", data(), "--tag", "walnut", "--", "true");
      eventually(
          () ->
              assertThat(Ran.waybill("jobs", "list", "--search", "walnut", "--data", data()).out())
                  .contains("process"));
    }
    assertThat(postgres.psql("postgres", "select count(*) from search.entry").strip())
        .isEqualTo("1");
  }

  private String data() {
    return folder.resolve("data").toString();
  }

  private Ran onPostgres(String command) {
    List<String> arguments = new ArrayList<>(List.of(command, "--data", data()));
    arguments.addAll(List.of("--set", "store.url=" + postgres.url("postgres")));
    return Ran.waybill(arguments.toArray(String[]::new));
  }
}
