package dev.waybill.backend.postgres.job;

import dev.waybill.backend.postgres.sql.Write;
import dev.waybill.spi.JobKey;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Jobs that no other transaction changes until this one ends, except that they may be leased and
/// leases may be extended; [JobMoves] notices that.
final class LockedJobs {

  private final Write write;
  private final Map<UUID, JobRow> rows = new HashMap<>();

  private LockedJobs(Write write) {
    this.write = write;
  }

  /// A job that is found nowhere may have been redriven in between, so the second look is repeated.
  static LockedJobs read(Write write, List<UUID> ids) throws SQLException {
    LockedJobs jobs = new LockedJobs(write);
    jobs.readLive(ids);
    jobs.add(
        JobColumns.FINISHED + " where f.id = any(?) order by f.id for update", jobs.missing(ids));
    jobs.readLive(jobs.missing(ids));
    return jobs;
  }

  private void readLive(List<UUID> ids) throws SQLException {
    if (!ids.isEmpty()) {
      write
          .query("select id from {live} where id = any(?) order by id for update")
          .ids(ids)
          .list(row -> row);
      add(JobColumns.LIVE + " where l.id = any(?)", ids);
    }
  }

  private List<UUID> missing(List<UUID> ids) {
    return ids.stream().filter(id -> !rows.containsKey(id)).toList();
  }

  private void add(String sql, List<UUID> ids) throws SQLException {
    if (!ids.isEmpty()) {
      write.query(sql).ids(ids).list(JobColumns::read).forEach(row -> rows.put(row.uuid(), row));
    }
  }

  @Nullable JobRow find(JobKey key) {
    JobRow row = rows.get(JobRow.uuid(key.id()));
    return row != null && row.record().key().equals(key) ? row : null;
  }
}
