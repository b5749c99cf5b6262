package dev.waybill.backend.postgres.sql;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.HikariPoolMXBean;
import com.zaxxer.hikari.pool.HikariPool.PoolInitializationException;
import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.backend.support.Retries;
import dev.waybill.spi.DatabaseLoad;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.jspecify.annotations.Nullable;

/// The database of a store: a pool of connections, and transactions that are applied exactly once.
public final class Database implements AutoCloseable {

  private static final String SERVER = "PostgreSQL";
  private static final int CONFLICTS = 20;
  private static final int LONGEST_CALL_AT_CLOSE = 10;
  private static final long SLOW_NANOS = TimeUnit.SECONDS.toNanos(1);

  /// Takes the lock of writers of jobs before the time is read; see `SafePoint`. All statements
  /// find their rows by keys: a plan that reads a whole table, which the database may choose while
  /// its statistics are old, would also read the rows of jobs that are gone.
  private static final String BEGIN_JOBS =
      "lock table {ready} in row exclusive mode;"
          + " select pg_current_xact_id()::text, {now_ms}(), set_config('statement_timeout', ?, true),"
          + " set_config('lock_timeout', ?, true), set_config('enable_hashjoin', 'off', true),"
          + " set_config('enable_mergejoin', 'off', true)";

  private static final String BEGIN =
      "select pg_current_xact_id()::text, {now_ms}(), set_config('statement_timeout', ?, true),"
          + " set_config('lock_timeout', ?, true)";

  /// How long to wait for a lock, in milliseconds.
  private static final String A_MOMENT = "100";

  private static final String NO_LIMIT = "0";

  private final PostgresConfig config;
  private final SqlNames names;
  private final StoreClock clock;
  private final HikariDataSource pool;
  private final Retries retries = new Retries(SERVER);
  private final ReentrantReadWriteLock lending = new ReentrantReadWriteLock();
  private final LongAdder slow = new LongAdder();
  private final String timeout;

  /// The server that answers, as far as it is known; empty after a connection was lost.
  private volatile String incarnation = "";

  private Database(PostgresConfig config, InstantSource clock) {
    this.config = config;
    this.names = new SqlNames(config.schema());
    this.clock = new StoreClock(clock);
    this.timeout = String.valueOf(config.statementTimeout().toMillis());
    this.pool = pool(config);
  }

  public static Database open(PostgresConfig config, InstantSource clock) {
    try {
      return new Database(config, clock);
    } catch (PoolInitializationException failed) {
      throw failed.getCause() instanceof SQLException refused
          ? SqlErrors.of("be reached at " + config, refused)
          : new WaybillException(
              Code.UNAVAILABLE, "PostgreSQL cannot be reached at " + config, failed);
    }
  }

  private static HikariDataSource pool(PostgresConfig config) {
    HikariConfig pool = new HikariConfig();
    pool.setPoolName("waybill-postgres");
    pool.setJdbcUrl(config.url());
    pool.setDataSourceProperties(config.properties());
    pool.setMaximumPoolSize(config.connections());
    pool.setMinimumIdle(1);
    pool.setConnectionTimeout(config.connectTimeout().toMillis());
    pool.setInitializationFailTimeout(1);
    return new HikariDataSource(pool);
  }

  /// A connection of its own, which is not in the pool.
  public Connection connect() throws SQLException {
    return DriverManager.getConnection(config.url(), config.properties());
  }

  /// Statements of a read.
  public interface Read<T> {
    T in(Connection connection) throws SQLException;
  }

  /// Statements of a transaction. They run again if the transaction was not applied.
  public interface Change<T> {
    T in(Write write) throws SQLException;
  }

  DatabaseLoad.Connections connections() {
    HikariPoolMXBean now = pool.getHikariPoolMXBean();
    return new DatabaseLoad.Connections(
        now.getActiveConnections(), now.getIdleConnections(), now.getThreadsAwaitingConnection());
  }

  /// How many transactions and reads took longer than a second so far.
  long slow() {
    return slow.sum();
  }

  public SqlNames names() {
    return names;
  }

  public StoreClock clock() {
    return clock;
  }

  /// A statement that is not part of a transaction; it ends after `store.statement_timeout`.
  public SqlQuery query(Connection connection, String template) throws SQLException {
    return SqlQuery.of(connection, names.in(template), config.statementTimeout());
  }

  /// As [#query], for statements that are put together for one call.
  public SqlQuery queryOnce(Connection connection, String template) throws SQLException {
    return SqlQuery.of(connection, names.once(template), config.statementTimeout());
  }

  /// Reads with statements that each see their own snapshot. Tries again if the connection is lost.
  public <T> T read(String doing, Read<T> read) {
    long start = System.nanoTime();
    while (true) {
      retries.requireOpen();
      try (Lent lent = new Lent()) {
        return read.in(lent.connection);
      } catch (SQLException failure) {
        pauseOrFail(doing, failure, start);
      }
    }
  }

  /// Reads without trying again.
  public <T> T readOnce(Read<T> read) throws SQLException {
    try (Lent lent = new Lent()) {
      return read.in(lent.connection);
    }
  }

  /// Changes jobs in one transaction.
  public <T> T writeJobs(String doing, Change<T> change) {
    return write(doing, new Begin(BEGIN_JOBS, NO_LIMIT), change);
  }

  /// As [#writeJobs]; empty if it would have to wait for the transaction of somebody else.
  public <T> Optional<T> tryToWriteJobs(String doing, Change<T> change) {
    try {
      return Optional.of(write(doing, new Begin(BEGIN_JOBS, A_MOMENT), change));
    } catch (LockedException others) {
      return Optional.empty();
    }
  }

  public <T> T write(String doing, Change<T> change) {
    return write(doing, new Begin(BEGIN, NO_LIMIT), change);
  }

  /// Runs one statement that is a transaction of its own. Empty if it was not applied because of
  /// others, or if its answer was lost: then it may have been applied.
  public <T> Optional<T> writeAtOnce(String doing, Read<T> statement) {
    boolean interrupted = Thread.interrupted();
    retries.requireOpen();
    try {
      return Optional.of(readOnce(statement));
    } catch (SQLException failure) {
      interrupted |= Thread.interrupted();
      if (SqlErrors.isLost(failure)) {
        incarnation = "";
      } else if (!SqlErrors.isConflict(failure)) {
        throw SqlErrors.of(doing, failure);
      }
      return Optional.empty();
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /// The first statement of a transaction.
  ///
  /// @param lockTimeout how long to wait for a lock, in milliseconds
  private record Begin(String sql, String lockTimeout) {

    boolean isPatient() {
      return lockTimeout.equals(NO_LIMIT);
    }
  }

  /// A transaction would have to wait for a lock.
  private static final class LockedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private LockedException(SQLException failure) {
      super(failure);
    }
  }

  private <T> T write(String doing, Begin begin, Change<T> change) {
    long start = System.nanoTime();
    int conflicts = 0;
    boolean interrupted = false;
    try {
      while (true) {
        interrupted |= Thread.interrupted();
        retries.requireOpen();
        Attempted<T> attempt = new Attempted<>();
        try (Lent lent = new Lent()) {
          return attempt.run(lent.connection, begin, change);
        } catch (SQLException failure) {
          interrupted |= Thread.interrupted();
          incarnation = SqlErrors.isLost(failure) ? "" : incarnation;
          if (attempt.result != null && SqlErrors.isLost(failure) && isCommitted(attempt, start)) {
            return attempt.result;
          }
          if (!begin.isPatient() && SqlErrors.isLocked(failure)) {
            throw new LockedException(failure);
          }
          if (!SqlErrors.isConflict(failure) || ++conflicts > CONFLICTS) {
            pauseOrFail(doing, failure, start);
          }
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private void pauseOrFail(String doing, SQLException failure, long start) {
    retries.requireOpen();
    if (!SqlErrors.isLost(failure)) {
      throw SqlErrors.of(doing, failure);
    }
    try {
      retries.pauseSince(start);
    } catch (WaybillException given) {
      given.addSuppressed(failure);
      throw given;
    }
  }

  /// One attempt to apply a transaction.
  private final class Attempted<T> {
    private String transaction = "";
    private String incarnation = "";

    /// Set as soon as only the commit is missing.
    private @Nullable T result;

    private T run(Connection connection, Begin begin, Change<T> change) throws SQLException {
      incarnation = currentIncarnation(connection);
      connection.setAutoCommit(false);
      try {
        long now = begin(connection, begin);
        T done = change.in(new Write(connection, names, now));
        result = done;
        connection.commit();
        return done;
      } catch (SQLException | RuntimeException failure) {
        rollback(connection, failure);
        throw failure;
      }
    }

    private long begin(Connection connection, Begin begin) throws SQLException {
      try (var statement = connection.prepareStatement(names.in(begin.sql))) {
        statement.setString(1, timeout);
        statement.setString(2, begin.lockTimeout);
        boolean rows = statement.execute();
        while (!rows) {
          rows = statement.getMoreResults();
        }
        try (var row = statement.getResultSet()) {
          row.next();
          transaction = row.getString(1);
          return clock.at(row.getLong(2));
        }
      }
    }
  }

  private String currentIncarnation(Connection connection) throws SQLException {
    String known = incarnation;
    if (known.isEmpty()) {
      known = CommitStatus.incarnation(connection);
      incarnation = known;
    }
    return known;
  }

  private static void rollback(Connection connection, Exception failure) {
    try {
      connection.rollback();
    } catch (SQLException lost) {
      failure.addSuppressed(lost);
    }
  }

  /// The answer to a commit was lost: asks the database what became of the transaction.
  private boolean isCommitted(Attempted<?> attempt, long start) {
    while (true) {
      retries.pauseSince(start);
      try (Lent lent = new Lent()) {
        switch (CommitStatus.of(lent.connection, attempt.transaction, attempt.incarnation)) {
          case COMMITTED -> {
            return true;
          }
          case NOT_COMMITTED -> {
            return false;
          }
          case IN_PROGRESS -> {}
          case UNKNOWN -> throw unknown(null);
        }
      } catch (SQLException failure) {
        if (!SqlErrors.isLost(failure)) {
          throw unknown(failure);
        }
      }
    }
  }

  /// Such as after a crash, or if a standby has taken over.
  private static WaybillException unknown(@Nullable SQLException failure) {
    return new WaybillException(
        Code.UNAVAILABLE,
        "the connection to PostgreSQL was lost during a commit, and the server does not know the"
            + " transaction; a write may have been applied. Retry: writes are idempotent",
        failure);
  }

  /// A connection of the pool, which stays open until it is returned: a pool that is closed before
  /// loses its connections.
  private final class Lent implements AutoCloseable {

    private final Connection connection;
    private final long since;

    Lent() throws SQLException {
      lending.readLock().lock();
      try {
        connection = pool.getConnection();
        since = System.nanoTime();
      } catch (SQLException | RuntimeException failure) {
        lending.readLock().unlock();
        throw failure;
      }
    }

    @Override
    public void close() throws SQLException {
      if (System.nanoTime() - since > SLOW_NANOS) {
        slow.increment();
      }
      try {
        connection.close();
      } finally {
        lending.readLock().unlock();
      }
    }
  }

  /// Waits for calls that run, but not for long.
  @Override
  public void close() {
    retries.close();
    boolean returned = false;
    try {
      returned = lending.writeLock().tryLock(LONGEST_CALL_AT_CLOSE, TimeUnit.SECONDS);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
    try {
      pool.close();
    } finally {
      if (returned) {
        lending.writeLock().unlock();
      }
    }
  }
}
