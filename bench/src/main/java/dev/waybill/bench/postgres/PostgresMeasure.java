package dev.waybill.bench.postgres;

import dev.waybill.bench.Figure;
import dev.waybill.bench.Numbers;
import dev.waybill.bench.Plan;
import dev.waybill.bench.Results;
import dev.waybill.bench.measure.Measure;
import dev.waybill.bench.peer.Contender;
import dev.waybill.bench.peer.Postgres;
import dev.waybill.bench.peer.WaybillSubject;
import dev.waybill.conformance.PostgresServer.Release;
import java.util.List;
import java.util.Set;

/// Waybill on PostgreSQL beside a bare client and, if asked, other job queues. All of them use one
/// server that syncs every commit; each figure starts with an empty database.
public final class PostgresMeasure implements Measure {

  public static final String CALLERS = "PostgreSQL, enqueue, callers";
  public static final String BULK = "PostgreSQL, enqueue, jobs per call";
  public static final String DRAIN = "PostgreSQL, drain";
  public static final String START = "PostgreSQL, enqueue to start";

  public static final String SERVERS = "PostgreSQL, drain by servers";
  public static final String STEADY_START = "PostgreSQL, 2,000 jobs/s, enqueue to start, p99";
  public static final String BARE = "bare JDBC";

  static final String STEADY_RATE = "PostgreSQL, 2,000 jobs/s, started";
  static final String BESIDE = "PostgreSQL, drain beside ";

  private static final int MANY_CALLERS = 64;
  private static final int LARGE_BULK = 1_000;

  /// What can be measured alone.
  public enum Part {
    /// Enqueue, drain and latency of all that take part.
    COMPARE,
    /// The drain beside many stored jobs.
    STORED,
    /// The drain by several servers.
    SERVERS,
    /// A steady rate beside a transaction that stays open.
    HORIZON
  }

  private final Release release;
  private final Entrants entrants;
  private final Set<Part> parts;

  /// @param release the server
  /// @param entrants who takes part
  /// @param parts what is measured
  public PostgresMeasure(Release release, Entrants entrants, Set<Part> parts) {
    this.release = release;
    this.entrants = entrants;
    this.parts = Set.copyOf(parts);
  }

  @Override
  public void take(Contender contender, Plan plan, Results results) {
    try (Postgres postgres = new Postgres(release)) {
      postgres.requireDurable();
      if (parts.contains(Part.COMPARE)) {
        compare(postgres, plan, results);
      }
      if (parts.contains(Part.STORED)) {
        new FullDatabase(postgres, entrants, plan, results).take();
      }
      if (parts.contains(Part.SERVERS)) {
        new SharedDatabase(postgres, entrants, plan, results).take();
      }
      if (parts.contains(Part.HORIZON)) {
        new Horizon(postgres, entrants, plan, results).take();
      }
    }
  }

  private void compare(Postgres postgres, Plan plan, Results results) {
    List<Entrant> all = entrants.all();
    new Round(postgres, plan, new Results(_ -> {})).warmUp(all);
    for (int i = 0; i < plan.repeats(); i++) {
      Round round = new Round(postgres, plan, results);
      all.forEach(round::race);
    }
  }

  /// One repeat.
  private record Round(Postgres postgres, Plan plan, Results results) {

    void warmUp(List<Entrant> all) {
      for (Entrant entrant : all) {
        try (Racer racer = entrant.open(postgres.create())) {
          racer.enqueueRate(plan, MANY_CALLERS, 1);
          racer.drainRate(entrant.slow() ? plan.warmUp() / 10 : plan.warmUp());
        }
      }
    }

    void race(Entrant entrant) {
      enqueue(entrant, CALLERS, 1, 1, 1);
      enqueue(entrant, CALLERS, MANY_CALLERS, MANY_CALLERS, 1);
      enqueue(entrant, BULK, LARGE_BULK, 1, LARGE_BULK);
      try (Racer racer = entrant.open(postgres.create())) {
        add(entrant, DRAIN, "nothing else stored", "jobs/s", racer.drainRate(entrant.drain(plan)));
      }
      try (Racer racer = entrant.open(postgres.create())) {
        int jobs = (int) plan.latency().toSeconds() * Plan.LATENCY_RATE;
        Racer.Latency latency = racer.latency(jobs);
        add(entrant, START, "p50", "ms", latency.p50());
        add(entrant, START, "p99", "ms", latency.p99());
      }
    }

    private void enqueue(Entrant entrant, String measure, int setting, int callers, int batch) {
      try (Racer racer = entrant.open(postgres.create())) {
        double rate = racer.enqueueRate(plan, callers, batch);
        add(entrant, measure, Numbers.of(setting), "jobs/s", rate);
      }
    }

    private void add(Entrant entrant, String measure, String setting, String unit, double value) {
      results.add(new Figure(measure, setting, entrant.name(), unit, List.of(value)));
    }
  }

  @Override
  public boolean takesTurns() {
    return false;
  }

  @Override
  public boolean isFor(Contender.Role role) {
    return role == Contender.Role.WAYBILL;
  }

  static Figure ours(String measure, String setting, String unit, double value) {
    return new Figure(measure, setting, WaybillSubject.NAME, unit, List.of(value));
  }
}
