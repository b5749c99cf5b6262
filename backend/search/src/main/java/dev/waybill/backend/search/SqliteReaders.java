package dev.waybill.backend.search;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;
import org.sqlite.ProgressHandler;

/// A few read-only connections, so that readers do not wait for the writer and rarely for each
/// other.
public final class SqliteReaders implements AutoCloseable {

  private static final int MOST = 4;

  /// The timeout of a read of many rows.
  private static final Duration LONGEST_SCAN = Duration.ofSeconds(30);

  private final Path file;
  private final @Nullable Duration limit;
  /// Written while nobody reads.
  private boolean closed;

  private final Semaphore free = new Semaphore(MOST);
  private final Queue<Reader> idle = new ConcurrentLinkedQueue<>();

  /// For reads that use an index.
  public SqliteReaders(Path file) {
    this(file, null);
  }

  SqliteReaders(Path file, @Nullable Duration limit) {
    this.file = file;
    this.limit = limit;
  }

  /// For reads whose cost callers can choose: they fail when they take too long.
  public static SqliteReaders scanning(Path file) {
    return new SqliteReaders(file, LONGEST_SCAN);
  }

  private record Reader(Connection connection, Deadline deadline) {}

  /// Called by SQLite from time to time to decide whether to continue.
  private static final class Deadline extends ProgressHandler {

    private static final int EVERY_STEPS = 100_000;

    private volatile long end;

    void begin(Duration limit) {
      end = System.nanoTime() + limit.toNanos();
    }

    @Override
    protected int progress() {
      return System.nanoTime() - end > 0 ? 1 : 0;
    }
  }

  @FunctionalInterface
  public interface Reading<T> {
    T from(Connection connection) throws SQLException;
  }

  /// All reads see the database at one moment.
  public <T> T read(String doing, Reading<T> reading) {
    free.acquireUninterruptibly();
    try {
      checkOpen();
      Reader reader = take();
      T answer = inOneTransaction(reader.connection(), reading);
      idle.add(reader);
      return answer;
    } catch (SQLException e) {
      throw Sqlite.failure(doing, e);
    } finally {
      free.release();
    }
  }

  /// Waits for active readers.
  @Override
  public void close() {
    free.acquireUninterruptibly(MOST);
    closed = true;
    try {
      for (Reader next = idle.poll(); next != null; next = idle.poll()) {
        next.connection().close();
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

  private Reader take() throws SQLException {
    Reader known = idle.poll();
    Reader reader = known == null ? added() : known;
    if (limit != null) {
      reader.deadline().begin(limit);
    }
    return reader;
  }

  private Reader added() throws SQLException {
    Connection added = Sqlite.open(file);
    added.setAutoCommit(false);
    Deadline deadline = new Deadline();
    if (limit != null) {
      deadline.begin(limit);
      ProgressHandler.setHandler(added, Deadline.EVERY_STEPS, deadline);
    }
    return new Reader(added, deadline);
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
