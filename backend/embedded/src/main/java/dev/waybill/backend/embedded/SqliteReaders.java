package dev.waybill.backend.embedded;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;

/// A few connections that only read, so that readers wait neither for the writer nor, unless there
/// are many, for each other.
final class SqliteReaders implements AutoCloseable {

  private static final int MOST = 4;

  private final Path file;
  /// Written while nobody reads.
  private boolean closed;

  private final Semaphore free = new Semaphore(MOST);
  private final Queue<Connection> idle = new ConcurrentLinkedQueue<>();

  SqliteReaders(Path file) {
    this.file = file;
  }

  @FunctionalInterface
  interface Reading<T> {
    T from(Connection connection) throws SQLException;
  }

  /// Everything that is read sees the database as of one moment.
  <T> T read(String doing, Reading<T> reading) {
    free.acquireUninterruptibly();
    try {
      checkOpen();
      Connection connection = take();
      T answer = inOneTransaction(connection, reading);
      idle.add(connection);
      return answer;
    } catch (SQLException e) {
      throw Sqlite.failure(doing, e);
    } finally {
      free.release();
    }
  }

  /// Waits for those who still read.
  @Override
  public void close() {
    free.acquireUninterruptibly(MOST);
    closed = true;
    try {
      for (Connection next = idle.poll(); next != null; next = idle.poll()) {
        next.close();
      }
    } catch (SQLException e) {
      throw Sqlite.failure("close " + file, e);
    } finally {
      free.release(MOST);
    }
  }

  private void checkOpen() {
    if (closed) {
      throw new WaybillException(Code.CLOSED, "the store has been closed");
    }
  }

  private Connection take() throws SQLException {
    Connection known = idle.poll();
    if (known != null) {
      return known;
    }
    Connection added = Sqlite.open(file);
    added.setAutoCommit(false);
    return added;
  }

  private static <T> T inOneTransaction(Connection connection, Reading<T> reading)
      throws SQLException {
    try {
      T answer = reading.from(connection);
      connection.commit();
      return answer;
    } catch (SQLException | RuntimeException e) {
      Sqlite.closeQuietly(connection);
      throw e;
    }
  }
}
