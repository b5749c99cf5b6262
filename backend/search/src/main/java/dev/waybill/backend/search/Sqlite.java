package dev.waybill.backend.search;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.backend.support.DiskFailure;
import dev.waybill.base.PrivateFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;
import org.sqlite.SQLiteOpenMode;

/// Opens SQLite databases for projections, and maps SQLite errors to codes.
public final class Sqlite {

  private static final int BUSY_MILLIS = 10_000;
  private static final int WAL_BYTES = 64 * 1024 * 1024;

  private static final System.Logger LOG = System.getLogger(Sqlite.class.getName());

  private Sqlite() {}

  /// Opens the database in WAL mode, and creates it if needed.
  ///
  /// A power cut may undo the last transactions, each as a whole. That is sufficient for a
  /// projection, which stores its checkpoint in the same transaction as its rows.
  public static Connection open(Path file) {
    try {
      // SQLite creates its other files with the permissions of the database.
      PrivateFiles.createFile(file);
      // As a URI, so that no character of the path is treated as a parameter.
      return config().createConnection("jdbc:sqlite:" + file.toUri());
    } catch (SQLException e) {
      throw failure("open " + file, e);
    } catch (IOException e) {
      throw DiskFailure.of("create the database", file, e);
    }
  }

  /// Closes a connection that is no longer usable.
  public static void closeQuietly(Connection connection) {
    try {
      connection.close();
    } catch (SQLException e) {
      LOG.log(System.Logger.Level.WARNING, "cannot close a connection", e);
    }
  }

  /// Changes settings that cannot be changed inside a transaction.
  public static void outsideTransactions(Connection connection, String... pragmas)
      throws SQLException {
    connection.commit();
    connection.setAutoCommit(true);
    try (Statement statement = connection.createStatement()) {
      for (String pragma : pragmas) {
        statement.execute(pragma);
      }
    } finally {
      connection.setAutoCommit(false);
    }
  }

  /// Moves everything that was written from the WAL to the database, and syncs it; returns false if
  /// a reader prevented it.
  public static boolean checkpoint(Connection connection) throws SQLException {
    connection.commit();
    connection.setAutoCommit(true);
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("pragma wal_checkpoint(truncate)")) {
      return row.getInt(1) == 0;
    } finally {
      connection.setAutoCommit(false);
    }
  }

  public static WaybillException failure(String doing, SQLException e) {
    Code code = code(e);
    String advice =
        switch (code) {
          case DISK_FULL -> "; free disk space and try again";
          case CORRUPT -> "; the file is a projection and can be rebuilt";
          case INVALID_ARGUMENT -> "; it takes too long, use a narrower filter";
          case Code _ -> "";
        };
    return new WaybillException(code, "cannot " + doing + ": " + e.getMessage() + advice, e);
  }

  private static SQLiteConfig config() {
    SQLiteConfig config = new SQLiteConfig();
    // One thread at a time uses a connection.
    config.setOpenMode(SQLiteOpenMode.NOMUTEX);
    config.setJournalMode(SQLiteConfig.JournalMode.WAL);
    config.setSynchronous(SQLiteConfig.SynchronousMode.NORMAL);
    config.setTempStore(SQLiteConfig.TempStore.MEMORY);
    config.setJournalSizeLimit(WAL_BYTES);
    config.setBusyTimeout(BUSY_MILLIS);
    config.setGetGeneratedKeys(false);
    return config;
  }

  private static Code code(SQLException e) {
    if (!(e instanceof SQLiteException of)) {
      return Code.STORE_FAILED;
    }
    // The low byte is the error kind; the rest is detail.
    int kind = of.getResultCode().code & 0xff;
    if (kind == SQLiteErrorCode.SQLITE_FULL.code) {
      return Code.DISK_FULL;
    }
    if (kind == SQLiteErrorCode.SQLITE_INTERRUPT.code) {
      return Code.INVALID_ARGUMENT;
    }
    boolean corrupt =
        kind == SQLiteErrorCode.SQLITE_CORRUPT.code || kind == SQLiteErrorCode.SQLITE_NOTADB.code;
    return corrupt ? Code.CORRUPT : Code.STORE_FAILED;
  }
}
