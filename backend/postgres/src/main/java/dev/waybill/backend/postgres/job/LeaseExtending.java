package dev.waybill.backend.postgres.job;

import dev.waybill.backend.postgres.sql.Columns;
import dev.waybill.backend.postgres.sql.Database;
import dev.waybill.backend.postgres.sql.Write;
import dev.waybill.backend.support.SharedCommit;
import dev.waybill.spi.LeaseExtension;
import dev.waybill.spi.LeaseKey;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/// Extends leases. The leases of concurrent callers are extended by one statement.
final class LeaseExtending {

  private static final String EXTEND =
      "update {running} r set until = least(? + u.d, coalesce(r.times_out, ? + u.d)) from (select"
          + " i, t, a, max(d) as d from unnest(?::uuid[], ?::text[], ?::int4[], ?::int8[]) as u (i,"
          + " t, a, d) group by i, t, a) u, {live} l where r.id = u.i and r.attempt = u.a and l.id ="
          + " u.i and l.tenant = u.t and (r.times_out is null or r.times_out > ?) returning r.id,"
          + " u.t, u.a, r.until, r.cancel";

  private record Call(List<LeaseKey> leases, Duration duration) {}

  private record Lease(UUID job, String tenant, int attempt) {}

  private final Database database;
  private final SharedCommit<Call, List<LeaseExtension>> group =
      new SharedCommit<>(this::extendAll, call -> call.leases.size());

  LeaseExtending(Database database) {
    this.database = database;
  }

  List<LeaseExtension> extend(List<LeaseKey> leases, Duration leaseDuration) {
    return leases.isEmpty() ? List.of() : group.call(new Call(leases, leaseDuration));
  }

  private List<List<LeaseExtension>> extendAll(List<Call> calls) {
    return database.writeJobs("extend leases", write -> extend(write, calls));
  }

  private static List<List<LeaseExtension>> extend(Write write, List<Call> calls)
      throws SQLException {
    Columns rows = new Columns("uuid", "text", "int4", "int8");
    for (Call call : calls) {
      for (LeaseKey lease : call.leases) {
        Lease key = key(lease);
        rows.add(key.job, key.tenant, key.attempt, call.duration.toMillis());
      }
    }
    Map<Lease, LeaseExtension> held = new HashMap<>();
    write
        .query(EXTEND)
        .number(write.now())
        .number(write.now())
        .columns(rows)
        .number(write.now())
        .list(
            row ->
                held.put(
                    new Lease(row.getObject(1, UUID.class), row.getString(2), row.getInt(3)),
                    new LeaseExtension.Held(
                        Duration.ofMillis(Math.max(0, row.getLong(4) - write.now())),
                        row.getBoolean(5))));
    List<List<LeaseExtension>> answers = new ArrayList<>();
    for (Call call : calls) {
      answers.add(
          call.leases.stream()
              .map(lease -> held.getOrDefault(key(lease), new LeaseExtension.Lost()))
              .toList());
    }
    return answers;
  }

  private static Lease key(LeaseKey lease) {
    return new Lease(JobRow.uuid(lease.job().id()), lease.job().tenant(), lease.attempt());
  }
}
