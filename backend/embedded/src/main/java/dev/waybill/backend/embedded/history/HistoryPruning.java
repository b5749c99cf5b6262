package dev.waybill.backend.embedded.history;

import dev.waybill.Job;
import dev.waybill.State;
import dev.waybill.WaybillException;
import dev.waybill.backend.search.Sqlite;
import dev.waybill.bytes.JobCodes;
import dev.waybill.settings.Retention;
import dev.waybill.spi.JobKey;
import dev.waybill.spi.Pruned;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/// Deletes expired jobs from the history in small steps. Reads rows from the oldest on and starts
/// again at a row that is too young to have expired in any state.
public final class HistoryPruning {

  private static final List<State> ENDS =
      List.of(State.COMPLETED, State.FAILED, State.CANCELLED, State.DEAD);

  private static final System.Logger LOG = System.getLogger(HistoryPruning.class.getName());

  private final HistoryWriter history;
  private final Connection connection;
  private final Retention retention;
  private final long now;

  HistoryPruning(HistoryWriter history, Retention retention, long now) {
    this.history = history;
    this.connection = history.connection();
    this.retention = retention;
    this.now = now;
  }

  /// The start of the next step, and the deleted jobs.
  public record Step(long next, List<Pruned> forgotten) {}

  private record Expired(long next, List<Job> jobs) {}

  /// Checks up to `max` rows after `from`; skips live jobs.
  Step jobs(long from, int max, Function<List<JobKey>, Set<JobKey>> liveAmong) {
    try {
      Expired found = expired(from, max);
      Set<JobKey> live = liveAmong.apply(found.jobs().stream().map(this::key).toList());
      List<Pruned> pruned = new ArrayList<>();
      for (Job job : found.jobs()) {
        if (!live.contains(key(job))) {
          delete(job);
          pruned.add(Pruned.of(job));
        }
      }
      KeptRequests.prune(connection, now, max);
      history.changes().dropDeletions(max, now);
      connection.commit();
      return new Step(found.next(), pruned);
    } catch (SQLException failure) {
      throw Sqlite.failure("prune the history", failure);
    }
  }

  private JobKey key(Job job) {
    return new JobKey(job.tenant(), job.id());
  }

  /// Checks up to `max` events after `from` and deletes those whose job finished long enough ago;
  /// returns the start of the next step.
  long events(long from, int max) {
    try {
      long last = lastEvent(from, max);
      try (PreparedStatement delete =
          connection.prepareStatement(
              "delete from events where n > ? and n <= ? and exists(select 1 from jobs j"
                  + " where j.id = events.job and j.state >= 3 and j.updated < ?)")) {
        delete.setLong(1, from);
        delete.setLong(2, last);
        delete.setLong(3, now - retention.events().toMillis());
        delete.executeUpdate();
      }
      connection.commit();
      return last;
    } catch (SQLException failure) {
      throw Sqlite.failure("prune events", failure);
    }
  }

  /// The last of the next events, or 0 if there are none.
  private long lastEvent(long from, int max) throws SQLException {
    try (PreparedStatement find =
        connection.prepareStatement(
            "select coalesce(max(n), 0) from"
                + " (select n from events where n > ? order by n limit ?)")) {
      find.setLong(1, from);
      find.setInt(2, max);
      try (ResultSet rows = find.executeQuery()) {
        return rows.getLong(1);
      }
    }
  }

  private Expired expired(long from, int max) throws SQLException {
    try (PreparedStatement find =
        connection.prepareStatement(
            "select "
                + HistoryRows.COLUMNS
                + ", j.created from jobs j where n > ?"
                + " order by n limit ?")) {
      find.setLong(1, from);
      find.setInt(2, max);
      try (ResultSet rows = find.executeQuery()) {
        return expired(rows, from);
      }
    }
  }

  private Expired expired(ResultSet rows, long from) throws SQLException {
    List<Job> expired = new ArrayList<>();
    long next = from;
    int seen = 0;
    while (rows.next()) {
      seen++;
      if (rows.getLong(HistoryRows.NUMBER + 1) > now - shortest().toMillis()) {
        return new Expired(0, expired);
      }
      next = rows.getLong(HistoryRows.NUMBER);
      if (isExpired(ChangingColumns.read(rows))) {
        addIntact(rows, expired);
      }
    }
    return new Expired(seen == 0 ? 0 : next, expired);
  }

  private boolean isExpired(ChangingColumns job) {
    if (!job.intact()) {
      return false;
    }
    State state = JobCodes.state(job.state());
    return state.isTerminal() && job.updated() <= now - retention.of(state).toMillis();
  }

  /// A damaged row is kept and skipped.
  private void addIntact(ResultSet rows, List<Job> expired) throws SQLException {
    try {
      expired.add(HistoryRows.job(rows, now));
    } catch (WaybillException damaged) {
      LOG.log(System.Logger.Level.WARNING, "skipped while pruning: {0}", damaged.getMessage());
    }
  }

  private Duration shortest() {
    return ENDS.stream().map(retention::of).min(Duration::compareTo).orElseThrow();
  }

  /// Keeps its request ID until it expires.
  private void delete(Job job) throws SQLException {
    HistoryDeletion deletion = new HistoryDeletion(history, now);
    long created = job.createdAt().toEpochMilli();
    long expires = created + retention.requestIds().toMillis();
    if (job.request().requestId() != null && expires > now) {
      KeptRequests.keep(connection, deletion.draft(job.id()), job.state(), created, expires);
    }
    deletion.delete(job);
  }
}
