package dev.waybill.backend.embedded.history;

import dev.waybill.Job;
import dev.waybill.Payload;
import dev.waybill.WaybillException;
import dev.waybill.bytes.ByteReader;
import dev.waybill.bytes.JobBytes;
import dev.waybill.record.FeedPosition;
import dev.waybill.settings.Limits;
import dev.waybill.spi.JobChange;
import dev.waybill.spi.JobChanges;
import dev.waybill.spi.JobKey;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/// Reads a page of the job feed.
final class ChangeReader {

  private static final System.Logger LOG = System.getLogger(ChangeReader.class.getName());

  private static final String PAGE =
      "select "
          + HistoryRows.COLUMNS
          + ", c.n, c.job, c.tenant from changes c left join jobs j on j.id = c.job and j.change ="
          + " c.n where c.n > ? and (j.id is not null or c.tenant is not null) order by c.n limit"
          + " ?";
  private static final int POSITION = HistoryRows.NUMBER + 1;

  private final List<JobChange> changes = new ArrayList<>();
  private final long now;
  private long last;
  private long bytes;

  private ChangeReader(long now) {
    this.now = now;
  }

  static JobChanges read(Connection connection, String after, int max, long now)
      throws SQLException {
    long dropped = meta(connection, "feed_dropped");
    FeedPosition from = FeedPosition.of(after, meta(connection, "feed"), dropped).orElse(null);
    if (from == null || from.misses(dropped)) {
      return new JobChanges.TooOld();
    }
    ChangeReader reader = new ChangeReader(now);
    reader.last = from.last();
    reader.read(connection, max);
    return new JobChanges.Read(reader.changes, from.at(reader.last).toString());
  }

  private static long meta(Connection connection, String name) throws SQLException {
    try (PreparedStatement find =
        connection.prepareStatement("select value from meta where name = ?")) {
      find.setString(1, name);
      try (ResultSet row = find.executeQuery()) {
        return row.getLong(1);
      }
    }
  }

  private void read(Connection connection, int max) throws SQLException {
    try (PreparedStatement find = connection.prepareStatement(PAGE)) {
      find.setLong(1, last);
      find.setInt(2, max);
      try (ResultSet rows = find.executeQuery()) {
        while (bytes < Limits.PAGE_BYTES && rows.next()) {
          add(rows);
          last = rows.getLong(POSITION);
        }
      }
    }
  }

  /// A damaged job is skipped, so that it does not block the others.
  private void add(ResultSet row) throws SQLException {
    try {
      changes.add(change(row));
    } catch (WaybillException damaged) {
      LOG.log(System.Logger.Level.WARNING, "skipped in the job feed: {0}", damaged.getMessage());
    }
  }

  private JobChange change(ResultSet row) throws SQLException {
    String tenant = row.getString(POSITION + 2);
    if (tenant != null) {
      byte[] id = HistoryRows.id(row.getBytes(POSITION + 1));
      return new JobChange.Gone(new JobKey(tenant, JobBytes.readId(new ByteReader(id))));
    }
    Job job = HistoryRows.job(row, now);
    bytes += job.payload().size() + job.result().map(Payload::size).orElse(0L);
    return new JobChange.Current(job);
  }
}
