package dev.waybill.backend.postgres.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.conformance.PostgresServer;
import dev.waybill.spi.StoreAddress;
import java.net.URI;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

final class CommitStatusTest {

  private static PostgresServer server;

  private record Transaction(String id, String incarnation) {}

  /// Only commits and checkpoints write to disk.
  @BeforeAll
  static void start() {
    server =
        new PostgresServer(
            "wal_level=minimal", "max_wal_senders=0", "wal_writer_delay=10s", "autovacuum=off");
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static Connection connect() throws SQLException {
    PostgresConfig config = PostgresConfig.of(StoreAddress.of(URI.create(server.url("postgres"))));
    return DriverManager.getConnection(config.url(), config.properties());
  }

  private static String next(Connection connection) throws SQLException {
    return SqlQuery.of(connection, "select pg_current_xact_id()::text")
        .list(row -> row.getString(1))
        .getFirst();
  }

  private static Transaction begun(Connection connection) throws SQLException {
    String incarnation = CommitStatus.incarnation(connection);
    connection.setAutoCommit(false);
    return new Transaction(next(connection), incarnation);
  }

  private static CommitStatus statusOf(Transaction transaction) throws SQLException {
    try (Connection connection = connect()) {
      return CommitStatus.of(connection, transaction.id(), transaction.incarnation());
    }
  }

  @Test
  void a_server_that_runs_on_knows_what_became_of_a_transaction() throws SQLException {
    try (Connection connection = connect()) {
      Transaction first = begun(connection);
      assertThat(statusOf(first)).isEqualTo(CommitStatus.IN_PROGRESS);
      connection.commit();
      assertThat(statusOf(first)).isEqualTo(CommitStatus.COMMITTED);
      Transaction second = begun(connection);
      connection.rollback();
      assertThat(statusOf(second)).isEqualTo(CommitStatus.NOT_COMMITTED);
    }
  }

  @Test
  void a_transaction_committed_before_a_crash_is_known_after_it() throws SQLException {
    Transaction committed;
    try (Connection connection = connect()) {
      committed = begun(connection);
      SqlQuery.of(connection, "create table witness ()").run();
      connection.commit();
    }
    server.kill();
    server.restart();
    assertThat(statusOf(committed)).isEqualTo(CommitStatus.COMMITTED);
  }

  @Test
  void a_transaction_erased_by_a_crash_is_not_taken_for_another_with_its_id() throws SQLException {
    Transaction erased;
    try (Connection lost = connect()) {
      erased = begun(lost);
      server.kill();
    } catch (SQLException closed) {
      throw new AssertionError("the transaction was not begun", closed);
    }
    server.restart();
    assertThat(statusOf(erased)).isEqualTo(CommitStatus.NOT_COMMITTED);
    try (Connection other = connect()) {
      String id = next(other);
      while (Long.parseLong(id) < Long.parseLong(erased.id())) {
        id = next(other);
      }
      assertThat(id).as("given to another transaction").isEqualTo(erased.id());
    }
    assertThat(statusOf(erased)).isEqualTo(CommitStatus.UNKNOWN);
  }
}
