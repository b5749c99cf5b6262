package dev.waybill.backend.search;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/// A few connections for many small reads: statements are prepared once, and each one sees the
/// database at a moment of its own.
public final class SqliteLookups implements AutoCloseable {

  private static final int MOST = 4;

  private final Path file;
  private final Semaphore free = new Semaphore(MOST);
  private final Queue<Statements> idle = new ConcurrentLinkedQueue<>();

  /// Written while nobody reads.
  private boolean closed;

  public SqliteLookups(Path file) {
    this.file = file;
  }

  /// The statements of one connection.
  public static final class Statements {

    private final Connection connection;
    private final Map<String, PreparedStatement> prepared = new HashMap<>();

    private Statements(Connection connection) {
      this.connection = connection;
    }

    /// The caller closes only its results.
    public PreparedStatement of(String sql) throws SQLException {
      PreparedStatement known = prepared.get(sql);
      if (known != null) {
        return known;
      }
      PreparedStatement added = connection.prepareStatement(sql);
      prepared.put(sql, added);
      return added;
    }
  }

  @FunctionalInterface
  public interface Lookup<T> {
    T with(Statements statements) throws SQLException;
  }

  public <T> T read(String doing, Lookup<T> lookup) {
    free.acquireUninterruptibly();
    Statements statements = null;
    try {
      statements = take();
      T answer = lookup.with(statements);
      idle.add(statements);
      return answer;
    } catch (SQLException | RuntimeException e) {
      discard(statements);
      throw e instanceof SQLException failed ? Sqlite.failure(doing, failed) : (RuntimeException) e;
    } finally {
      free.release();
    }
  }

  private Statements take() {
    if (closed) {
      throw new WaybillException(Code.CLOSED, "the store has been closed");
    }
    Statements known = idle.poll();
    return known == null ? new Statements(Sqlite.open(file)) : known;
  }

  private static void discard(@Nullable Statements statements) {
    if (statements != null) {
      Sqlite.closeQuietly(statements.connection);
    }
  }

  /// Waits for active readers.
  @Override
  public void close() {
    free.acquireUninterruptibly(MOST);
    closed = true;
    try {
      for (Statements next = idle.poll(); next != null; next = idle.poll()) {
        next.connection.close();
      }
    } catch (SQLException e) {
      throw Sqlite.failure("close " + file, e);
    } finally {
      free.release(MOST);
    }
  }
}
