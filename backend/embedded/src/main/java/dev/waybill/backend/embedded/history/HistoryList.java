package dev.waybill.backend.embedded.history;

import dev.waybill.Code;
import dev.waybill.Job;
import dev.waybill.JobFilter;
import dev.waybill.JobText;
import dev.waybill.Page;
import dev.waybill.State;
import dev.waybill.WaybillException;
import dev.waybill.backend.search.SqliteReaders;
import dev.waybill.bytes.JobCodes;
import dev.waybill.spi.JobQuery;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Lists jobs of the history, newest first.
final class HistoryList {

  private final StringBuilder where = new StringBuilder("j.tenant = (" + NAME + ")");
  private final List<Object> arguments = new ArrayList<>();
  private String from = "jobs j";

  private static final String NAME = "select n from names where name = ?";

  private HistoryList() {}

  static Page<Job> list(SqliteReaders readers, JobQuery query, long now) {
    HistoryList list = new HistoryList();
    list.arguments.add(Names.tenant(query.tenant()));
    list.filter(query.tenant(), query.filter());
    list.states(query.filter().states(), now);
    String before = query.before();
    if (before != null) {
      list.and("j.n < ?", number(before));
    }
    return readers.read("list jobs", connection -> list.read(connection, query, now));
  }

  private static long number(String cursor) {
    try {
      return Long.parseLong(cursor);
    } catch (NumberFormatException foreign) {
      throw new WaybillException(Code.INVALID_CURSOR, "the cursor is not from this store");
    }
  }

  private void filter(String tenant, JobFilter filter) {
    String tag = filter.tag();
    if (filter.text(JobText.REQUEST_ID) != null) {
      from = "jobs j indexed by jobs_request_id";
    }
    if (tag != null) {
      from += " join tags t on t.n = j.n";
      and("t.tenant = j.tenant and t.tag = ?", tag);
    }
    if (filter.queue() != null) {
      and("j.queue = (" + NAME + ")", Names.queue(tenant, filter.queue()));
    }
    if (filter.type() != null) {
      and("j.type = (" + NAME + ")", Names.type(filter.type()));
    }
    filter.texts().forEach((text, value) -> and("j." + text.field() + " = ?", value));
    Instant createdFrom = filter.createdFrom();
    if (createdFrom != null) {
      and("j.created >= ?", createdFrom.toEpochMilli());
    }
    Instant createdBefore = filter.createdBefore();
    if (createdBefore != null) {
      and("j.created < ?", createdBefore.toEpochMilli());
    }
  }

  /// SCHEDULED is stored as QUEUED with a future time.
  private void states(Set<State> states, long now) {
    if (states.size() == State.values().length) {
      return;
    }
    List<String> any = new ArrayList<>();
    for (State state : states) {
      switch (state) {
        case SCHEDULED -> any.add("(j.state = 1 and j.run_at > " + now + ")");
        case QUEUED -> any.add("(j.state = 1 and j.run_at <= " + now + ")");
        case RUNNING, COMPLETED, FAILED, CANCELLED, DEAD ->
            any.add("j.state = " + JobCodes.of(state));
      }
    }
    where.append(" and ").append(any.isEmpty() ? "false" : "(" + String.join(" or ", any) + ")");
    if (!states.contains(State.COMPLETED)) {
      where.append(" and j.state <> 3");
    }
  }

  private void and(String condition, Object argument) {
    where.append(" and ").append(condition);
    arguments.add(argument);
  }

  private Page<Job> read(Connection connection, JobQuery asked, long now) throws SQLException {
    String query =
        "select %s from %s where %s order by j.n desc limit %d"
            .formatted(HistoryRows.COLUMNS, from, where, asked.limit() + 1);
    try (PreparedStatement find = connection.prepareStatement(query)) {
      for (int i = 0; i < arguments.size(); i++) {
        find.setObject(i + 1, arguments.get(i));
      }
      try (ResultSet rows = find.executeQuery()) {
        return page(rows, asked, now);
      }
    }
  }

  private static Page<Job> page(ResultSet rows, JobQuery asked, long now) throws SQLException {
    List<Job> jobs = new ArrayList<>();
    long last = 0;
    while (rows.next()) {
      if (jobs.size() == asked.limit()) {
        return new Page<>(jobs, Long.toString(last));
      }
      jobs.add(mine(HistoryRows.job(rows, now), asked.tenant()));
      last = rows.getLong(HistoryRows.NUMBER);
    }
    return new Page<>(jobs, null);
  }

  /// With a damaged index or name, jobs of another tenant must not be returned.
  private static Job mine(Job job, String tenant) {
    if (!job.tenant().equals(tenant)) {
      throw RowChecksum.corrupt("tenant", "job " + job.id());
    }
    return job;
  }
}
