package dev.waybill.backend.postgres.job;

import dev.waybill.Attempt.Ending;
import dev.waybill.State;
import dev.waybill.backend.postgres.sql.Columns;
import dev.waybill.backend.postgres.sql.Write;
import dev.waybill.spi.Step;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/// Completes running jobs by one statement, the most frequent change. It checks the same guard as
/// [Step#fits].
final class Completion {

  /// Each part passes on what the next one needs. The database cannot know how many rows a part
  /// returns; if it had to join two of them, it would compare each row with each.
  private static final String COMPLETE =
      "with r as (delete from {running} r using unnest(?::uuid[], ?::text[], ?::int4[], ?::bytea[])"
          + " as s (id, tenant, attempt, result), {live} l where r.id = s.id and l.id = s.id and"
          + " l.tenant = s.tenant and r.attempt = s.attempt and (r.times_out is null or r.times_out"
          + " > ?) returning r.id, r.worker, r.started, s.result), l as (delete from {live} l using r"
          + " where l.id = r.id returning l.*, r.worker, r.started, r.result), e as (update"
          + " {event_job} set ended = ? from r where job = r.id) insert into {finished} ("
          + JobColumns.LIST
          + ", state, cancel, worker, started, result) select "
          + JobColumns.of("l").replace("l.change", "nextval('{number}')").replace("l.updated", "?")
          + ", 3, false, l.worker, l.started, l.result from l returning id";

  private Completion() {}

  static boolean isOne(Step step) {
    return step.from() == State.RUNNING
        && step.to() == State.COMPLETED
        && step.ending() == Ending.COMPLETED
        && step.counts() == null
        && step.failure() == null
        && !step.cancelRequested();
  }

  /// The jobs that are now completed. Others are in another state or attempt, or timed out.
  static Set<UUID> complete(Write write, List<Step> steps) throws SQLException {
    if (steps.isEmpty()) {
      return Set.of();
    }
    Columns rows = new Columns("uuid", "text", "int4", "bytea");
    for (Step step : steps) {
      rows.add(
          JobRow.uuid(step.guard().job().id()),
          step.guard().job().tenant(),
          step.guard().attempt(),
          JobRow.bytes(step.result()));
    }
    return new HashSet<>(
        write
            .query(COMPLETE)
            .columns(rows)
            .number(write.now())
            .number(write.now())
            .number(write.now())
            .list(row -> row.getObject(1, UUID.class)));
  }
}
