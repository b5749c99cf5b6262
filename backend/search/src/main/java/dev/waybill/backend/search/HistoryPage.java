package dev.waybill.backend.search;

import dev.waybill.JobFilter;
import dev.waybill.State;
import dev.waybill.backend.support.HistoryIndex.Listed;
import dev.waybill.backend.support.ViewCursor;
import dev.waybill.bytes.JobCodes;
import dev.waybill.spi.JobKey;
import dev.waybill.spi.JobQuery;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// A page of finished jobs, newest first.
final class HistoryPage {

  private final StringBuilder where = new StringBuilder("j.tenant = ?");
  private final List<Object> arguments = new ArrayList<>();
  private String from = "jobs j";

  private HistoryPage() {}

  static List<Listed> read(Connection reader, JobQuery query, @Nullable ViewCursor before)
      throws SQLException {
    HistoryPage page = new HistoryPage();
    page.arguments.add(query.tenant());
    page.filter(query.filter());
    page.states(query.filter().states());
    if (before != null) {
      page.and("(j.born, j.id) < (?, ?)", before.born(), HistoryIndexWriter.bytes(before.id()));
    }
    return page.read(reader, query);
  }

  private void filter(JobFilter filter) {
    String tag = filter.tag();
    if (tag != null) {
      from += " join tags t on t.n = j.n";
      and("t.tenant = j.tenant and t.tag = ?", tag);
    }
    String queue = filter.queue();
    if (queue != null) {
      and("j.queue = ?", queue);
    }
    String type = filter.type();
    if (type != null) {
      and("j.type = ?", type);
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

  private void states(Set<State> states) {
    List<State> ends = states.stream().filter(State::isTerminal).toList();
    if (states.size() < State.values().length) {
      where.append(
          ends.stream()
              .map(state -> Integer.toString(JobCodes.of(state)))
              .collect(Collectors.joining(", ", " and j.state in (", ")")));
    }
    if (!states.contains(State.COMPLETED)) {
      where.append(" and j.state <> " + JobCodes.COMPLETED);
    }
  }

  private void and(String condition, Object... values) {
    where.append(" and ").append(condition);
    arguments.addAll(List.of(values));
  }

  private List<Listed> read(Connection reader, JobQuery query) throws SQLException {
    String sql =
        "select j.id, j.place, j.born from %s where %s order by j.born desc, j.id desc limit %d"
            .formatted(from, where, query.limit() + 1);
    List<Listed> found = new ArrayList<>();
    try (PreparedStatement find = reader.prepareStatement(sql)) {
      for (int i = 0; i < arguments.size(); i++) {
        find.setObject(i + 1, arguments.get(i));
      }
      try (ResultSet rows = find.executeQuery()) {
        while (rows.next()) {
          JobKey job = new JobKey(query.tenant(), HistoryIndexWriter.id(rows.getBytes(1)));
          found.add(new Listed(job, rows.getLong(2), rows.getLong(3)));
        }
      }
    }
    return found;
  }
}
