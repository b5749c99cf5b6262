package dev.waybill.backend.postgres.job;

import dev.waybill.Code;
import dev.waybill.Job;
import dev.waybill.JobFilter;
import dev.waybill.Page;
import dev.waybill.State;
import dev.waybill.WaybillException;
import dev.waybill.backend.postgres.sql.Database;
import dev.waybill.backend.postgres.sql.SqlQuery;
import dev.waybill.bytes.JobCodes;
import dev.waybill.spi.JobQuery;
import dev.waybill.spi.QueueKey;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Lists jobs, newest first: those of each queue, or those with a rare text or tag, merged by their
/// numbers.
final class JobBrowsing {

  private final Database database;
  private final Queues queues;

  JobBrowsing(Database database, Queues queues) {
    this.database = database;
    this.queues = queues;
  }

  Page<Job> list(JobQuery query) {
    long before = query.before() == null ? Long.MAX_VALUE : number(query.before());
    if (query.filter().states().isEmpty()) {
      return new Page<>(List.of(), null);
    }
    return database.read("list jobs", connection -> list(connection, query, before));
  }

  private static long number(String cursor) {
    try {
      return Long.parseLong(cursor);
    } catch (NumberFormatException foreign) {
      throw new WaybillException(Code.INVALID_CURSOR, "the cursor is not from this store");
    }
  }

  private Page<Job> list(Connection connection, JobQuery query, long before) throws SQLException {
    List<Integer> places = places(connection, query);
    if (places.isEmpty()) {
      return new Page<>(List.of(), null);
    }
    Selection selection = new Selection(query, database.clock().millis());
    List<JobRow> rows = selection.run(connection, places, before);
    List<Job> jobs =
        rows.stream()
            .limit(query.limit())
            .map(row -> row.record().asOf(database.clock().now()))
            .toList();
    boolean more = rows.size() > query.limit();
    return new Page<>(jobs, more ? String.valueOf(rows.get(query.limit() - 1).n()) : null);
  }

  private List<Integer> places(Connection connection, JobQuery query) throws SQLException {
    String queue = query.filter().queue();
    return queue == null
        ? queues.ofTenant(connection, query.tenant())
        : queues.find(new QueueKey(query.tenant(), queue)).stream().toList();
  }

  /// One statement with its conditions.
  private final class Selection {
    private final JobQuery query;
    private final long now;
    private final List<Object> values = new ArrayList<>();
    private final StringBuilder where = new StringBuilder();

    private Selection(JobQuery query, long now) {
      this.query = query;
      this.now = now;
    }

    private List<JobRow> run(Connection connection, List<Integer> places, long before)
        throws SQLException {
      List<String> parts = new ArrayList<>();
      Set<State> states = query.filter().states();
      if (states.stream().anyMatch(state -> !state.isTerminal())) {
        parts.add(part(JobColumns.LIVE, "l", places, before));
      }
      if (states.stream().anyMatch(State::isTerminal)) {
        parts.add(part(JobColumns.FINISHED, "f", places, before));
      }
      String sql =
          "select * from (" + String.join(" union all ", parts) + ") jobs order by n desc limit ?";
      SqlQuery bound = database.queryOnce(connection, sql);
      for (Object value : values) {
        if (value instanceof Integer[] numbers) {
          bound.array("int4", numbers);
        } else {
          bound.value(value);
        }
      }
      return bound.number(query.limit() + 1).list(JobColumns::read);
    }

    /// Without a rare text or tag, the newest jobs of each queue are read by its index.
    private String part(String from, String alias, List<Integer> places, long before) {
      where.setLength(0);
      values.add(places.toArray(Integer[]::new));
      and(alias + ".n < ?", before);
      filter(alias);
      states(alias);
      String rest = "%s order by %s.n desc limit %d".formatted(where, alias, query.limit() + 1);
      return isSelective()
          ? "(%s where %s.queue = any(?)%s)".formatted(from, alias, rest)
          : "(select x.* from unnest(?::int4[]) as p cross join lateral (%s where %s.queue = p%s) x)"
              .formatted(from, alias, rest);
    }

    private boolean isSelective() {
      JobFilter filter = query.filter();
      return filter.tag() != null || !filter.texts().isEmpty();
    }

    private void filter(String alias) {
      JobFilter filter = query.filter();
      if (filter.type() != null) {
        and(alias + ".type = ?", filter.type());
      }
      if (filter.tag() != null) {
        and(alias + ".tags @> array[?::text]", filter.tag());
      }
      if (isSelective()) {
        and(alias + ".tenant = ?", query.tenant());
      }
      filter.texts().forEach((text, value) -> and(alias + "." + text.field() + " = ?", value));
      if (filter.createdFrom() != null) {
        and(alias + ".created >= ?", filter.createdFrom().toEpochMilli());
      }
      if (filter.createdBefore() != null) {
        and(alias + ".created < ?", filter.createdBefore().toEpochMilli());
      }
    }

    /// SCHEDULED is stored as waiting with a future time.
    private void states(String alias) {
      List<String> any = new ArrayList<>();
      for (State state : query.filter().states()) {
        switch (state) {
          case SCHEDULED -> live(alias, any, "r.id is null and l.run_at > " + now);
          case QUEUED -> live(alias, any, "r.id is null and l.run_at <= " + now);
          case RUNNING -> live(alias, any, "r.id is not null");
          case COMPLETED, FAILED, CANCELLED, DEAD -> {
            if (alias.equals("f")) {
              any.add("f.state = " + JobCodes.of(state));
            }
          }
        }
      }
      where.append(" and (").append(String.join(" or ", any)).append(')');
    }

    private static void live(String alias, List<String> any, String condition) {
      if (alias.equals("l")) {
        any.add("(" + condition + ")");
      }
    }

    private void and(String condition, Object value) {
      where.append(" and ").append(condition);
      values.add(value);
    }
  }
}
