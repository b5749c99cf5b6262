package dev.waybill.backend.search;

import dev.waybill.Code;
import dev.waybill.State;
import dev.waybill.WaybillException;
import dev.waybill.backend.support.HistoryIndex;
import dev.waybill.backend.support.HistoryLog.Deletion;
import dev.waybill.backend.support.HistoryLog.Entry;
import dev.waybill.backend.support.ViewCursor;
import dev.waybill.bytes.JobCodes;
import dev.waybill.spi.JobKey;
import dev.waybill.spi.JobQuery;
import dev.waybill.spi.QueueKey;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The finished jobs of a log in a SQLite file. A damaged file is deleted and rebuilt.
public final class SqliteHistoryIndex implements HistoryIndex {

  private static final System.Logger LOG = System.getLogger(SqliteHistoryIndex.class.getName());

  private final Connection connection;
  private final HistoryIndexWriter writer;
  private final SqliteReaders readers;
  private final SqliteLookups lookups;

  private SqliteHistoryIndex(Path file) throws SQLException {
    connection = Sqlite.open(file);
    try {
      connection.setAutoCommit(false);
      HistoryIndexSchema.prepare(connection);
      writer = new HistoryIndexWriter(connection);
    } catch (SQLException | RuntimeException failure) {
      Sqlite.closeQuietly(connection);
      throw failure;
    }
    readers = SqliteReaders.scanning(file);
    lookups = new SqliteLookups(file);
  }

  public static SqliteHistoryIndex open(Path file) {
    try {
      return new SqliteHistoryIndex(file);
    } catch (SQLException failure) {
      WaybillException why = Sqlite.failure("open the index of the history " + file, failure);
      if (why.code() != Code.CORRUPT) {
        throw why;
      }
      LOG.log(Level.WARNING, "the index of the history is damaged; it is rebuilt", why);
      return rebuilt(file);
    }
  }

  private static SqliteHistoryIndex rebuilt(Path file) {
    try {
      for (String end : List.of("", "-wal", "-shm")) {
        Files.deleteIfExists(file.resolveSibling(file.getFileName() + end));
      }
      return new SqliteHistoryIndex(file);
    } catch (SQLException failure) {
      throw Sqlite.failure("create the index of the history " + file, failure);
    } catch (IOException failure) {
      throw new WaybillException(
          Code.STORE_FAILED,
          "cannot delete the damaged file " + file + ": " + failure.getMessage(),
          failure);
    }
  }

  @FunctionalInterface
  private interface Change {
    void with(HistoryIndexWriter writer) throws SQLException;
  }

  private synchronized void write(Change change) {
    try {
      change.with(writer);
      connection.commit();
    } catch (SQLException failure) {
      undo(failure);
      throw Sqlite.failure("write the index of the history", failure);
    }
  }

  private void undo(SQLException failure) {
    try {
      connection.rollback();
    } catch (SQLException alsoFailed) {
      failure.addSuppressed(alsoFailed);
    }
  }

  @Override
  public List<Long> advance(List<Entry> entries, String position) {
    List<Long> deleted = new ArrayList<>();
    write(
        writer -> {
          for (Entry entry : entries) {
            if (!writer.take(entry)) {
              deleted.add(entry.position());
            }
          }
          writer.moveTo(position);
        });
    return deleted;
  }

  @Override
  public void clear() {
    write(HistoryIndexWriter::clear);
  }

  @Override
  public void remove(List<Deletion> jobs) {
    write(
        writer -> {
          for (Deletion job : jobs) {
            writer.remove(job);
          }
        });
  }

  @Override
  public void silence(List<JobKey> jobs) {
    write(
        writer -> {
          for (JobKey job : jobs) {
            writer.silence(job);
          }
        });
  }

  @Override
  public void forgetDeletions(long upTo) {
    write(writer -> writer.forgetDeletions(upTo));
  }

  @Override
  public String position() {
    return lookups.read(
        "read the position of the history",
        statements -> {
          try (ResultSet row = statements.of("select value from position").executeQuery()) {
            return row.next() ? row.getString(1) : "";
          }
        });
  }

  @Override
  public List<Known> find(List<JobKey> jobs) {
    return lookups.read("find finished jobs", statements -> found(statements, jobs));
  }

  private static List<Known> found(SqliteLookups.Statements statements, List<JobKey> jobs)
      throws SQLException {
    List<Known> found = new ArrayList<>();
    for (JobKey job : jobs) {
      Known ended =
          found(statements.of("select version, place from jobs where id = ? and tenant = ?"), job);
      Known known =
          ended != null
              ? ended
              : found(
                  statements.of("select version, 0 from gone where id = ? and tenant = ?"), job);
      if (known != null) {
        found.add(known);
      }
    }
    return found;
  }

  private static @Nullable Known found(PreparedStatement find, JobKey job) throws SQLException {
    find.setBytes(1, HistoryIndexWriter.bytes(job.id()));
    find.setString(2, job.tenant());
    try (ResultSet row = find.executeQuery()) {
      return row.next() ? new Known(job, row.getLong(1), row.getLong(2)) : null;
    }
  }

  @Override
  public List<Listed> page(JobQuery query, @Nullable ViewCursor before) {
    return readers.read("list finished jobs", reader -> HistoryPage.read(reader, query, before));
  }

  @Override
  public Map<QueueKey, Long> dead() {
    return readers.read(
        "count dead jobs",
        reader -> {
          Map<QueueKey, Long> counts = new HashMap<>();
          try (PreparedStatement count =
                  reader.prepareStatement(
                      "select tenant, queue, count(*) from jobs where state = "
                          + JobCodes.DEAD
                          + " group by tenant, queue");
              ResultSet rows = count.executeQuery()) {
            while (rows.next()) {
              counts.put(new QueueKey(rows.getString(1), rows.getString(2)), rows.getLong(3));
            }
          }
          return counts;
        });
  }

  private static final String OLD =
      "select id, tenant, version, place, request_id, events, blobs from jobs where ";

  @Override
  public long firstSince(State state, Instant time) {
    return readers.read(
        "find the first of the finished jobs",
        reader -> {
          try (PreparedStatement find =
              reader.prepareStatement(
                  "select place from jobs where state = ? and updated >= ? order by place limit 1")) {
            find.setInt(1, JobCodes.of(state));
            find.setLong(2, time.toEpochMilli());
            try (ResultSet row = find.executeQuery()) {
              return row.next() ? row.getLong(1) : 0L;
            }
          }
        });
  }

  @Override
  public List<Old> ended(State state, Instant before, int max) {
    return readers.read(
        "find expired jobs",
        reader -> {
          try (PreparedStatement find =
              reader.prepareStatement(OLD + "state = ? and updated < ? order by updated limit ?")) {
            find.setInt(1, JobCodes.of(state));
            find.setLong(2, before.toEpochMilli());
            find.setInt(3, max);
            return old(find);
          }
        });
  }

  @Override
  public List<Old> before(long position, int max) {
    return readers.read(
        "find dropped jobs",
        reader -> {
          List<Old> all = new ArrayList<>();
          try (PreparedStatement find =
              reader.prepareStatement(OLD + "state = ? and place < ? order by place limit ?")) {
            for (State state : State.values()) {
              find.setInt(1, JobCodes.of(state));
              find.setLong(2, position);
              find.setInt(3, max - all.size());
              all.addAll(old(find));
            }
          }
          return all;
        });
  }

  private static List<Old> old(PreparedStatement find) throws SQLException {
    List<Old> found = new ArrayList<>();
    try (ResultSet rows = find.executeQuery()) {
      while (rows.next()) {
        JobKey job = new JobKey(rows.getString(2), HistoryIndexWriter.id(rows.getBytes(1)));
        Known known = new Known(job, rows.getLong(3), rows.getLong(4));
        String blobs = rows.getString(7);
        found.add(
            new Old(
                known,
                rows.getString(5),
                rows.getInt(6) != 0,
                blobs == null ? List.of() : List.of(blobs.split("\n", -1))));
      }
    }
    return found;
  }

  @Override
  public List<JobKey> withEvents(Instant before, int max) {
    return readers.read(
        "find jobs with events",
        reader -> {
          List<JobKey> found = new ArrayList<>();
          try (PreparedStatement find =
              reader.prepareStatement(
                  "select id, tenant from jobs where events = 1 and updated < ? limit ?")) {
            find.setLong(1, before.toEpochMilli());
            find.setInt(2, max);
            try (ResultSet rows = find.executeQuery()) {
              while (rows.next()) {
                found.add(new JobKey(rows.getString(2), HistoryIndexWriter.id(rows.getBytes(1))));
              }
            }
          }
          return found;
        });
  }

  @Override
  public long deletionsBefore(Instant time) {
    return readers.read(
        "find old deletions",
        reader -> {
          try (PreparedStatement find =
              reader.prepareStatement("select coalesce(max(place), 0) from gone where at < ?")) {
            find.setLong(1, time.toEpochMilli());
            try (ResultSet row = find.executeQuery()) {
              return row.getLong(1);
            }
          }
        });
  }

  @Override
  public synchronized void close() {
    readers.close();
    lookups.close();
    Sqlite.closeQuietly(connection);
  }
}
