package dev.waybill.backend.search;

import dev.waybill.Code;
import dev.waybill.Page;
import dev.waybill.WaybillException;
import dev.waybill.backend.support.DiskFailure;
import dev.waybill.spi.Catalog;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Function;

/// The catalog in one SQLite file. An unusable file is deleted: the checkpoint is 0 again, and the
/// projection is rebuilt.
public final class SqliteCatalog implements Catalog, AutoCloseable {

  static final int FIELDS = 64;

  private static final Logger LOG = System.getLogger(SqliteCatalog.class.getName());

  private final Path file;
  private final Lock writing = new ReentrantLock();

  /// Read-locked while the file is used, write-locked while it is replaced.
  private final ReadWriteLock use = new ReentrantReadWriteLock();

  private CatalogDatabase database;
  private boolean closed;

  /// Set if a read or write found damage. Only [#checkpoint] starts the rebuild: continuing from a
  /// checkpoint of the damaged file would leave a gap.
  private volatile boolean damaged;

  public SqliteCatalog(Path file) {
    this.file = file;
    this.database = openOrStartOver(file);
  }

  @Override
  public void upsert(List<Entry> entries, long checkpoint) {
    entries.forEach(entry -> checkFields(entry.fields()));
    write(
        "add to",
        writer -> {
          for (Entry entry : entries) {
            writer.save(entry);
          }
          writer.positions().moveCheckpoint(checkpoint);
          return checkpoint;
        });
  }

  @Override
  public void delete(List<EntryKey> keys) {
    write(
        "delete from",
        writer -> {
          for (EntryKey key : keys) {
            writer.drop(key);
          }
          return keys.size();
        });
  }

  @Override
  public List<EntryKey> upTo(String kind, Instant at, int max) {
    return write("read", writer -> writer.upTo(kind, at, max));
  }

  @Override
  public List<Entry> find(List<EntryKey> keys) {
    return using(open -> open.find(keys));
  }

  @Override
  public Page<Entry> search(Search search) {
    CatalogSearch.check(search);
    return using(open -> open.search(search));
  }

  @Override
  public long checkpoint() {
    writing.lock();
    try {
      if (damaged) {
        LOG.log(Level.WARNING, "the catalog " + file + " is damaged and will be rebuilt");
        startOver();
      }
      return write("read", writer -> writer.positions().checkpoint());
    } finally {
      writing.unlock();
    }
  }

  /// Replaces the file, so that this also repairs damage.
  @Override
  public void clear() {
    writing.lock();
    try {
      startOver();
    } finally {
      writing.unlock();
    }
  }

  @Override
  public boolean advance(Advance step) {
    step.saved().forEach(entry -> checkFields(entry.fields()));
    step.changed().forEach(entry -> checkFields(entry.fields()));
    return write("add to", writer -> writer.advance(step));
  }

  /// Starts a rebuild in the same cases as [#checkpoint].
  @Override
  public String position(String feed) {
    checkpoint();
    return write("read", writer -> writer.positions().of(feed));
  }

  @Override
  public void forget(String feed) {
    write(
        "clear",
        writer -> {
          writer.forget(feed);
          return feed;
        });
  }

  @Override
  public void purge() {
    writing.lock();
    try {
      using(
          open -> {
            open.purge();
            return open;
          });
    } finally {
      writing.unlock();
    }
  }

  @Override
  public void close() {
    use.writeLock().lock();
    try {
      if (!closed) {
        closed = true;
        database.close();
      }
    } finally {
      use.writeLock().unlock();
    }
  }

  static void checkFields(Map<String, String> fields) {
    if (fields.size() > FIELDS) {
      throw new WaybillException(
          Code.TOO_MANY_ITEMS, "at most %d fields, not %d".formatted(FIELDS, fields.size()));
    }
  }

  private <T> T write(String doing, CatalogDatabase.Writing<T> change) {
    writing.lock();
    try {
      if (damaged) {
        throw new WaybillException(
            Code.CORRUPT, "the catalog " + file + " is damaged; it is rebuilt from its checkpoint");
      }
      return using(open -> open.write(doing, change));
    } finally {
      writing.unlock();
    }
  }

  private <T> T using(Function<CatalogDatabase, T> work) {
    use.readLock().lock();
    try {
      checkOpen();
      return work.apply(database);
    } catch (WaybillException e) {
      damaged |= e.code() == Code.CORRUPT;
      throw e;
    } finally {
      use.readLock().unlock();
    }
  }

  /// The catalog counts as damaged until this is done: after a failure the next [#checkpoint] tries
  /// again.
  private void startOver() {
    use.writeLock().lock();
    try {
      checkOpen();
      damaged = true;
      database.close();
      deleteFiles(file);
      database = CatalogDatabase.open(file);
      damaged = false;
    } finally {
      use.writeLock().unlock();
    }
  }

  private void checkOpen() {
    if (closed) {
      throw new WaybillException(Code.CLOSED, "the catalog " + file + " is closed");
    }
  }

  private static CatalogDatabase openOrStartOver(Path file) {
    try {
      return CatalogDatabase.open(file);
    } catch (WaybillException e) {
      if (e.code() != Code.CORRUPT) {
        throw e;
      }
      LOG.log(Level.WARNING, "the catalog " + file + " will be rebuilt: " + e.getMessage());
      deleteFiles(file);
      return CatalogDatabase.open(file);
    }
  }

  /// Deletes the database before its other files: these are ignored without it.
  private static void deleteFiles(Path file) {
    try {
      for (String suffix : List.of("", "-wal", "-shm", "-journal")) {
        Files.deleteIfExists(file.resolveSibling(file.getFileName() + suffix));
      }
    } catch (IOException e) {
      throw DiskFailure.of("delete the catalog", file, e);
    }
  }
}
