package dev.waybill.backend.postgres;

import static dev.waybill.conformance.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.Code;
import dev.waybill.NewJob;
import dev.waybill.WaybillException;
import dev.waybill.conformance.job.Drafts;
import dev.waybill.spi.DatabaseLoad;
import dev.waybill.spi.DatabaseLoad.Connections;
import dev.waybill.spi.LeaseQuery;
import dev.waybill.spi.QueueKey;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DatabaseWatchTest {

  private TestDatabase database;
  private PostgresBackend backend;

  @BeforeEach
  void open() {
    database = TestDatabase.create();
    backend = database.open();
  }

  @AfterEach
  void close() {
    backend.close();
  }

  @Test
  void a_transaction_that_stays_open_and_the_rows_that_it_keeps_are_seen() throws SQLException {
    try (Connection other = database.connect();
        Statement statement = other.createStatement()) {
      other.setAutoCommit(false);
      statement.execute("select pg_current_xact_id()");
      backend
          .jobs()
          .append(
              IntStream.range(0, 100)
                  .mapToObj(_ -> Drafts.draft("t", NewJob.builder("demo").queue("work").build()))
                  .toList());
      backend
          .jobs()
          .lease(
              new LeaseQuery(
                  new QueueKey("t", "work"), "w", 100, Duration.ofMinutes(1), Duration.ZERO));
      eventually(
          () -> {
            assertThat(backend.database().oldest()).isPositive();
            assertThat(backend.database().deadRows()).isGreaterThanOrEqualTo(100);
          });
    }
  }

  @Test
  void connections_are_counted() {
    eventually(
        () -> {
          Connections now = backend.database().connections();
          assertThat(now.busy() + now.idle()).isPositive();
          assertThat(now.awaited()).isZero();
        });
  }

  @Test
  void a_database_that_takes_no_writes_is_found_by_a_proof() {
    backend.proveWrite();
    String set = "alter database " + database.name() + " set default_transaction_read_only = on";
    new TestDatabase(database.server(), "postgres").execute(set);
    database.endSessions();
    assertThatThrownBy(() -> backend.proveWrite())
        .isInstanceOfSatisfying(
            WaybillException.class, failed -> assertThat(failed.code()).isEqualTo(Code.UNAVAILABLE))
        .hasMessageContaining("read-only");
  }

  @Test
  void only_a_transaction_of_many_minutes_is_trouble() {
    Connections none = new Connections(0, 0, 0);
    assertThat(new DatabaseLoad(none, 0, 7_000, Duration.ofMinutes(9)).trouble()).isEmpty();
    assertThat(new DatabaseLoad(none, 0, 7_000, Duration.ofMinutes(25)).trouble())
        .hasValueSatisfying(
            trouble -> assertThat(List.of(trouble)).first().asString().contains("25", "7,000"));
  }
}
