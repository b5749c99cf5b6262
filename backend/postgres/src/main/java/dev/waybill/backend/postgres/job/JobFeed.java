package dev.waybill.backend.postgres.job;

import dev.waybill.backend.postgres.sql.Database;
import dev.waybill.record.FeedPosition;
import dev.waybill.settings.Limits;
import dev.waybill.spi.JobChange;
import dev.waybill.spi.JobChanges;
import dev.waybill.spi.JobKey;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// The feed of jobs by the numbers of their last changes, up to a number below which no change can
/// appear any more.
final class JobFeed {

  private static final String GONE =
      "select change, id, tenant from {gone} where change > ? and change <= ? order by change limit"
          + " ?";

  private final Database database;
  private final SafePoint safe;

  JobFeed(Database database, SafePoint safe) {
    this.database = database;
    this.safe = safe;
  }

  private record Numbered(long number, JobChange change, long bytes) {}

  private record Feed(long id, long dropped) {}

  JobChanges changes(String after, int max) {
    long upTo = safe.advance().change();
    return database.read("read the feed of jobs", connection -> read(connection, after, max, upTo));
  }

  private JobChanges read(Connection connection, String after, int max, long upTo)
      throws SQLException {
    Feed feed = feed(connection);
    Optional<FeedPosition> from = FeedPosition.of(after, feed.id(), feed.dropped());
    if (from.isEmpty() || from.get().misses(feed.dropped())) {
      return new JobChanges.TooOld();
    }
    List<Numbered> all = new ArrayList<>();
    long last = from.get().last();
    all.addAll(jobs(connection, JobColumns.LIVE, "l", last, upTo, max));
    all.addAll(jobs(connection, JobColumns.FINISHED, "f", last, upTo, max));
    all.addAll(
        database.query(connection, GONE).number(last).number(upTo).number(max).list(JobFeed::gone));
    all.sort(Comparator.comparingLong(Numbered::number));
    return page(all, from.get(), max);
  }

  private Feed feed(Connection connection) throws SQLException {
    return database
        .query(connection, "select id, dropped from {feed}")
        .list(row -> new Feed(row.getLong(1), row.getLong(2)))
        .getFirst();
  }

  private List<Numbered> jobs(
      Connection connection, String from, String alias, long last, long upTo, int max)
      throws SQLException {
    String sql =
        "%1$s where %2$s.change > ? and %2$s.change <= ? order by %2$s.change limit ?"
            .formatted(from, alias);
    return database
        .query(connection, sql)
        .number(last)
        .number(upTo)
        .number(max)
        .list(
            row -> {
              JobRow job = JobColumns.read(row);
              return new Numbered(
                  job.change(),
                  new JobChange.Current(job.record().asOf(database.clock().now())),
                  job.record().draft().job().payload().size());
            });
  }

  private static Numbered gone(ResultSet row) throws SQLException {
    JobKey key = new JobKey(row.getString(3), JobRow.id(row.getObject(2, UUID.class)));
    return new Numbered(row.getLong(1), new JobChange.Gone(key), 0);
  }

  private static JobChanges page(List<Numbered> all, FeedPosition from, int max) {
    List<JobChange> changes = new ArrayList<>();
    FeedPosition position = from;
    long bytes = 0;
    for (Numbered one : all) {
      if (changes.size() == max || bytes >= Limits.PAGE_BYTES) {
        break;
      }
      changes.add(one.change());
      position = from.at(one.number());
      bytes += one.bytes();
    }
    return new JobChanges.Read(changes, position.toString());
  }
}
