package dev.waybill.backend.search;

import dev.waybill.Code;
import dev.waybill.Page;
import dev.waybill.WaybillException;
import dev.waybill.spi.Catalog.Entry;
import dev.waybill.spi.Catalog.EntryKey;
import dev.waybill.spi.Catalog.Search;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/// An open file of the catalog. Callers ensure that one thread at a time writes.
final class CatalogDatabase implements AutoCloseable {

  /// Entries are added all over the indexes of fields.
  private static final int WRITER_CACHE_KIB = 32 * 1024;

  private final Path file;
  private final Connection connection;
  private final CatalogWriter writer;
  private final SqliteReaders readers;

  private CatalogDatabase(Path file, Connection connection) throws SQLException {
    this.file = file;
    this.connection = connection;
    connection.setAutoCommit(false);
    // A checkpoint syncs the file and delays the syncs of a store on the same disk: make few.
    Sqlite.outsideTransactions(
        connection,
        "PRAGMA secure_delete = ON",
        "PRAGMA wal_autocheckpoint = 8000",
        "PRAGMA cache_size = -" + WRITER_CACHE_KIB);
    CatalogSchema.prepare(connection);
    connection.commit();
    this.writer = new CatalogWriter(connection);
    this.readers = SqliteReaders.scanning(file);
  }

  /// Opens a catalog, or creates it; fails with `CORRUPT` if the file is something else.
  static CatalogDatabase open(Path file) {
    try {
      return open(file, Sqlite.open(file));
    } catch (SQLException e) {
      throw Sqlite.failure("open the catalog " + file, e);
    }
  }

  @FunctionalInterface
  interface Writing<T> {
    T with(CatalogWriter writer) throws SQLException;
  }

  /// Runs one transaction.
  <T> T write(String doing, Writing<T> writing) {
    try {
      return inOneTransaction(writing);
    } catch (SQLException e) {
      throw Sqlite.failure(doing + " the catalog " + file, e);
    }
  }

  List<Entry> find(List<EntryKey> keys) {
    return readers.read("read the catalog " + file, reader -> EntryRows.find(reader, keys));
  }

  Page<Entry> search(Search search) {
    return readers.read(
        "search the catalog " + file, reader -> new CatalogSearch(reader, search).page());
  }

  /// Deleted words stay in the segments of the index until these are merged. Free pages are
  /// overwritten with zeros (`secure_delete`), but pages in use keep copies of rows that SQLite has
  /// moved to other pages; only `VACUUM` removes them. Fails with `UNAVAILABLE` while a reader
  /// prevents it.
  void purge() {
    try {
      Sqlite.outsideTransactions(connection, "INSERT INTO words (words) VALUES ('optimize')");
      inOneTransaction(
          purging -> {
            purging.purgeVocabulary();
            return purging;
          });
      Sqlite.outsideTransactions(connection, "VACUUM");
      if (!Sqlite.checkpoint(connection)) {
        throw new WaybillException(
            Code.UNAVAILABLE, "cannot purge the catalog " + file + " while it is read; try again");
      }
    } catch (SQLException e) {
      throw Sqlite.failure("purge the catalog " + file, e);
    }
  }

  @Override
  public void close() {
    readers.close();
    try {
      connection.close();
    } catch (SQLException e) {
      throw Sqlite.failure("close the catalog " + file, e);
    }
  }

  static CatalogDatabase open(Path file, Connection connection) throws SQLException {
    try {
      return new CatalogDatabase(file, connection);
    } catch (SQLException | WaybillException e) {
      connection.close();
      throw e;
    }
  }

  private <T> T inOneTransaction(Writing<T> writing) throws SQLException {
    try {
      T answer = writing.with(writer);
      connection.commit();
      return answer;
    } catch (SQLException | RuntimeException e) {
      rollback(e);
      throw e;
    }
  }

  private void rollback(Exception reason) {
    writer.rolledBack();
    try {
      connection.rollback();
    } catch (SQLException alsoFailed) {
      reason.addSuppressed(alsoFailed);
    }
  }
}
