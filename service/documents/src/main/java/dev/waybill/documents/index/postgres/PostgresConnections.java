package dev.waybill.documents.index.postgres;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Properties;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.postgresql.Driver;
import org.postgresql.PGProperty;

/// Runs transactions on a few connections that are kept. A connection that was lost while nobody
/// used it is replaced; one that is lost in a transaction fails the transaction.
final class PostgresConnections implements AutoCloseable {

  private static final int MOST = 8;
  private static final int WAIT_SECONDS = 30;
  private static final int CONNECT_SECONDS = 10;

  /// Longer than any statement may take.
  private static final int ANSWER_SECONDS = 90;

  private final PostgresAddress address;
  private final Semaphore free = new Semaphore(MOST);
  private final Deque<Connection> idle = new ArrayDeque<>();
  private boolean closed;

  PostgresConnections(PostgresAddress address) {
    this.address = address;
  }

  /// Statements of one transaction.
  interface Work<T> {
    T in(Connection connection) throws SQLException;
  }

  /// How a transaction begins. Everything is set for the transaction only, so that poolers of
  /// connections can be between.
  enum Kind {
    /// Sees one state of the database.
    SEARCH(
        "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY;"
            + " SET LOCAL statement_timeout = '10s'; SET LOCAL jit = off;"
            + " SET LOCAL hnsw.ef_search = 100;"
            + " SET LOCAL hnsw.iterative_scan = relaxed_order"),
    CHANGE("SET LOCAL statement_timeout = '60s'");

    private final String begin;

    Kind(String begin) {
      this.begin = begin;
    }
  }

  /// @param action for errors, such as `search chunks`
  <T> T run(Kind kind, String action, Work<T> work) {
    acquire();
    try {
      return commit(begin(kind), work);
    } catch (SQLException failure) {
      throw PostgresErrors.of(action, failure);
    } finally {
      free.release();
    }
  }

  private void acquire() {
    try {
      if (!free.tryAcquire(WAIT_SECONDS, TimeUnit.SECONDS)) {
        throw new WaybillException(
            Code.THROTTLED, "all %d connections to PostgreSQL are in use".formatted(MOST));
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new WaybillException(
          Code.INTERRUPTED, "interrupted while waiting for a connection to PostgreSQL");
    }
  }

  /// The first statement shows whether a kept connection still works.
  private Connection begin(Kind kind) throws SQLException {
    for (Connection kept = kept(); kept != null; kept = kept()) {
      try {
        return begun(kept, kind);
      } catch (SQLException failure) {
        if (!PostgresErrors.isConnectionLost(failure)) {
          throw failure;
        }
      }
    }
    return begun(connect(), kind);
  }

  private static Connection begun(Connection connection, Kind kind) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(kind.begin);
      return connection;
    } catch (SQLException failure) {
      discard(connection);
      throw failure;
    }
  }

  private synchronized @Nullable Connection kept() {
    if (closed) {
      throw new WaybillException(Code.CLOSED, "the index of chunks is closed");
    }
    return idle.pollLast();
  }

  private Connection connect() throws SQLException {
    Properties properties = address.properties();
    PGProperty.CONNECT_TIMEOUT.set(properties, CONNECT_SECONDS);
    PGProperty.LOGIN_TIMEOUT.set(properties, CONNECT_SECONDS);
    PGProperty.SOCKET_TIMEOUT.set(properties, ANSWER_SECONDS);
    PGProperty.TCP_KEEP_ALIVE.set(properties, true);
    PGProperty.REWRITE_BATCHED_INSERTS.set(properties, true);
    // Plans depend on the tenant and on the filter, so they are made for each query.
    PGProperty.PREPARE_THRESHOLD.set(properties, 0);
    PGProperty.LOG_SERVER_ERROR_DETAIL.set(properties, false);
    properties.putIfAbsent(PGProperty.APPLICATION_NAME.getName(), "waybill");
    Connection connection = new Driver().connect(address.url(), properties);
    if (connection == null) {
      throw new SQLException("the driver refuses " + address);
    }
    connection.setAutoCommit(false);
    return connection;
  }

  private <T> T commit(Connection connection, Work<T> work) throws SQLException {
    try {
      T result = work.in(connection);
      connection.commit();
      keep(connection);
      return result;
    } catch (SQLException | RuntimeException failure) {
      rollBack(connection);
      throw failure;
    }
  }

  private void rollBack(Connection connection) {
    try {
      connection.rollback();
      keep(connection);
    } catch (SQLException lost) {
      discard(connection);
    }
  }

  private synchronized void keep(Connection connection) {
    if (closed) {
      discard(connection);
    } else {
      idle.addLast(connection);
    }
  }

  private static void discard(Connection connection) {
    try {
      connection.close();
    } catch (SQLException alreadyLost) {
      // the server notices as well
    }
  }

  @Override
  public synchronized void close() {
    closed = true;
    idle.forEach(PostgresConnections::discard);
    idle.clear();
  }
}
