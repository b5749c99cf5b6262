package dev.waybill.bench.postgres;

import dev.waybill.bench.Figure;
import dev.waybill.bench.Numbers;
import dev.waybill.bench.Plan;
import dev.waybill.bench.Results;
import dev.waybill.bench.peer.Postgres;
import dev.waybill.bench.peer.PostgresDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/// 2,000 jobs a second, without and with a transaction elsewhere that stays open and so keeps the
/// database from removing dead rows. The second half of the time counts.
record Horizon(Postgres postgres, Entrants entrants, Plan plan, Results results) {

  private static final int JOBS_PER_SECOND = 2_000;

  void take() {
    List<Entrant> all = new ArrayList<>(List.of(entrants.waybill()));
    all.addAll(entrants.onePeer());
    all.forEach(this::compare);
  }

  private void compare(Entrant entrant) {
    Racer.Steady normal = run(entrant, false);
    Racer.Steady held = run(entrant, true);
    String time = Numbers.of((int) plan.sustained().toSeconds()) + " s";
    add(entrant, PostgresMeasure.STEADY_RATE, time, "jobs/s", normal.rate());
    add(entrant, PostgresMeasure.STEADY_RATE, time + ", held", "jobs/s", held.rate());
    add(entrant, PostgresMeasure.STEADY_START, time, "ms", normal.p99());
    add(entrant, PostgresMeasure.STEADY_START, time + ", held", "ms", held.p99());
  }

  private Racer.Steady run(Entrant entrant, boolean hold) {
    PostgresDatabase database = postgres.create();
    try (Racer racer = entrant.open(database);
        Connection other = database.connect()) {
      if (hold) {
        hold(other);
      }
      return racer.steady(JOBS_PER_SECOND, plan.sustained());
    } catch (SQLException failed) {
      throw new IllegalStateException(failed);
    }
  }

  private static void hold(Connection connection) throws SQLException {
    connection.setAutoCommit(false);
    connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
    try (Statement statement = connection.createStatement()) {
      statement.execute("select 1");
    }
  }

  private void add(Entrant entrant, String measure, String setting, String unit, double value) {
    results.add(new Figure(measure, setting, entrant.name(), unit, List.of(value)));
  }
}
