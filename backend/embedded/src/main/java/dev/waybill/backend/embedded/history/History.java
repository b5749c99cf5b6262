package dev.waybill.backend.embedded.history;

import dev.waybill.Attempt;
import dev.waybill.Failure;
import dev.waybill.Job;
import dev.waybill.JobEvent;
import dev.waybill.JobId;
import dev.waybill.backend.embedded.live.JobCodec;
import dev.waybill.backend.embedded.live.LiveJob.RequestKey;
import dev.waybill.backend.search.SqliteReaders;
import dev.waybill.bytes.ByteReader;
import dev.waybill.bytes.JobBytes;
import dev.waybill.bytes.JobCodes;
import dev.waybill.spi.Draft;
import dev.waybill.spi.EventQuery;
import dev.waybill.spi.JobKey;
import dev.waybill.spi.QueueKey;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Reads the history of jobs, as far as the projector has written it.
public final class History implements Archive {

  private static final int REQUESTS_PER_QUERY = 500;

  private final SqliteReaders readers;
  private final InstantSource clock;

  History(SqliteReaders readers, InstantSource clock) {
    this.readers = readers;
    this.clock = clock;
  }

  @Override
  public Requests requests(List<RequestKey> keys) {
    return readers.read(
        "look up request ids",
        connection -> {
          Map<RequestKey, Known> known = new HashMap<>();
          for (int from = 0; from < keys.size(); from += REQUESTS_PER_QUERY) {
            int to = Math.min(keys.size(), from + REQUESTS_PER_QUERY);
            collect(connection, keys.subList(from, to), known);
          }
          return new Requests(position(connection), known);
        });
  }

  /// Looks up all keys in one query: nearly always none of them is known, and the query returns at
  /// once. The order of the tables and the index are fixed, because with many IDs the planner would
  /// read all jobs of the tenant.
  private void collect(Connection connection, List<RequestKey> keys, Map<RequestKey, Known> known)
      throws SQLException {
    String placeholders = "(?, ?), ".repeat(keys.size() - 1) + "(?, ?)";
    try (PreparedStatement find =
        connection.prepareStatement(
            "with asked(tenant, request) as (values "
                + placeholders
                + ") select j.id, j.body, a.tenant, a.request, j.state, j.created from asked a"
                + " cross join names t on t.name = a.tenant cross join jobs j indexed by"
                + " jobs_request_id on j.tenant = t.n and j.request_id = a.request union all select"
                + " null, r.body, a.tenant, a.request, 0, 0 from asked a cross join names t on"
                + " t.name = a.tenant cross join requests r on r.tenant = t.n and r.request ="
                + " a.request where r.expires > ?")) {
      int index = 0;
      for (RequestKey key : keys) {
        find.setString(++index, Names.tenant(key.tenant()));
        find.setString(++index, key.requestId());
      }
      find.setLong(++index, clock.millis());
      try (ResultSet rows = find.executeQuery()) {
        while (rows.next()) {
          collect(rows, known);
        }
      }
    }
  }

  /// An existing job takes precedence over a pruned one.
  private static void collect(ResultSet row, Map<RequestKey, Known> known) throws SQLException {
    if (row.getBytes(1) == null) {
      RequestKey key = new RequestKey(row.getString(3), row.getString(4));
      known.putIfAbsent(key, KeptRequests.read(key, row.getBytes(2)));
      return;
    }
    Draft draft = draft(row);
    String requestId = draft.job().requestId();
    if (requestId != null && draft.fingerprint() != null) {
      known.put(
          new RequestKey(draft.key().tenant(), requestId),
          new Known(
              draft.key().id(),
              draft.fingerprint(),
              JobCodes.state(row.getInt(5)),
              Instant.ofEpochMilli(row.getLong(6))));
    }
  }

  private static Draft draft(ResultSet row) throws SQLException {
    byte[] id = HistoryRows.id(row.getBytes(1));
    return JobCodec.read(new ByteReader(HistoryRows.body(id, row.getBytes(2)))).draft();
  }

  @Override
  public Optional<Archived> load(JobKey key) {
    return readers.read(
        "load a job",
        connection -> {
          long asOf = position(connection);
          return one(
              connection,
              "select " + HistoryRows.COLUMNS + " from jobs j where id = ?",
              key,
              row -> archived(row, asOf, HistoryWriter.key(key.id())));
        });
  }

  private static Archived archived(ResultSet row, long asOf, byte[] id) throws SQLException {
    ChangingColumns moving = HistoryRows.moving(row);
    byte[] body = HistoryRows.body(id, row.getBytes(15));
    return new Archived(asOf, JobCodes.state(moving.state()), moving.attempt(), body);
  }

  Optional<Job> find(JobKey key, long now) {
    return readers.read(
        "find a job",
        connection ->
            one(
                connection,
                "select " + HistoryRows.COLUMNS + " from jobs j where id = ?",
                key,
                row -> HistoryRows.job(row, now)));
  }

  Optional<Failure> failure(JobKey key) {
    return readers.read(
        "find a failure",
        connection ->
            one(
                connection,
                "select failure from jobs where id = ?",
                key,
                row -> HistoryRows.failure(HistoryWriter.key(key.id()), row.getBytes(1))));
  }

  List<Attempt> attempts(JobKey key) {
    return readers.read(
        "read attempts",
        connection ->
            one(
                    connection,
                    "select attempts, body from jobs where id = ?",
                    key,
                    row -> attempts(row, key))
                .orElse(List.of()));
  }

  private static List<Attempt> attempts(ResultSet row, JobKey key) throws SQLException {
    byte[] id = HistoryWriter.key(key.id());
    byte[] attempts = HistoryRows.attempts(id, row.getBytes(1));
    boolean mine = tenant(HistoryRows.body(id, row.getBytes(2))).equals(key.tenant());
    return attempts == null || !mine ? List.of() : Attempts.read(attempts);
  }

  public static String tenant(byte[] body) {
    return JobCodec.read(new ByteReader(body)).draft().key().tenant();
  }

  /// The number of dead jobs per queue of a tenant.
  Map<QueueKey, Long> dead(String tenant) {
    return readers.read(
        "count dead jobs",
        connection -> {
          Map<QueueKey, Long> counts = new HashMap<>();
          try (PreparedStatement count =
              connection.prepareStatement(
                  "select q.name, count(*) from jobs j join names q on q.n = j.queue"
                      + " where j.tenant = (select n from names where name = ?)"
                      + " and j.state = 6 and j.state <> 3 group by j.queue")) {
            count.setString(1, Names.tenant(tenant));
            try (ResultSet rows = count.executeQuery()) {
              while (rows.next()) {
                String queue = rows.getString(1).substring(Names.queue(tenant, "").length());
                counts.put(new QueueKey(tenant, queue), rows.getLong(2));
              }
            }
          }
          return counts;
        });
  }

  List<JobEvent> events(EventQuery query) {
    return readers.read(
        "read events",
        connection -> {
          List<JobEvent> events = new ArrayList<>();
          try (PreparedStatement find =
              connection.prepareStatement(
                  "select attempt, sequence, type, at, data from events"
                      + " where job = ? and (attempt, sequence) > (?, ?) and exists(select 1 from"
                      + " jobs j join names t on t.n = j.tenant where j.id = job and t.name = ?)"
                      + " order by attempt, sequence limit ?")) {
            find.setBytes(1, HistoryWriter.key(query.job().id()));
            find.setInt(2, query.after().attempt());
            find.setLong(3, query.after().sequence());
            find.setString(4, Names.tenant(query.job().tenant()));
            find.setInt(5, query.max());
            try (ResultSet rows = find.executeQuery()) {
              while (rows.next()) {
                events.add(event(query.job().id(), rows));
              }
            }
          }
          return events;
        });
  }

  private static JobEvent event(JobId job, ResultSet row) throws SQLException {
    int attempt = row.getInt(1);
    long sequence = row.getLong(2);
    String type = row.getString(3);
    long at = row.getLong(4);
    byte[] identity = HistoryEvents.identity(job, attempt, sequence, String.valueOf(type), at);
    byte[] data = HistoryEvents.EVENT.open(identity, row.getBytes(5), "an event of job " + job);
    return new JobEvent(
        job,
        attempt,
        sequence,
        type,
        Instant.ofEpochMilli(at),
        JobBytes.readPayload(new ByteReader(data)));
  }

  static long position(Connection connection) throws SQLException {
    try (PreparedStatement find =
            connection.prepareStatement("select value from meta where name = 'position'");
        ResultSet rows = find.executeQuery()) {
      return rows.next() ? rows.getLong(1) : 0;
    }
  }

  @FunctionalInterface
  private interface RowReader<T> {
    @Nullable T read(ResultSet row) throws SQLException;
  }

  private static <T> Optional<T> one(
      Connection connection, String query, JobKey key, RowReader<T> reader) throws SQLException {
    try (PreparedStatement find = connection.prepareStatement(query)) {
      find.setBytes(1, HistoryWriter.key(key.id()));
      try (ResultSet rows = find.executeQuery()) {
        return rows.next() ? Optional.ofNullable(reader.read(rows)) : Optional.empty();
      }
    }
  }
}
