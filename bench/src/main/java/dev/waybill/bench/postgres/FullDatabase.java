package dev.waybill.bench.postgres;

import dev.waybill.bench.Loopback;
import dev.waybill.bench.Numbers;
import dev.waybill.bench.Plan;
import dev.waybill.bench.Results;
import dev.waybill.bench.measure.Drain;
import dev.waybill.bench.peer.Postgres;
import dev.waybill.bench.peer.PostgresDatabase;
import dev.waybill.bench.peer.Subject;
import java.util.function.BiConsumer;

/// The drain beside many waiting and many finished jobs, compared with an empty database.
record FullDatabase(Postgres postgres, Entrants entrants, Plan plan, Results results) {

  private static final double TARGET = 0.8;
  private static final int FINISHED = 5;

  void take() {
    int finished = plan.stored() * FINISHED;
    for (int i = 0; i < plan.repeats(); i++) {
      double empty = rate((_, _) -> {});
      double waiting = rate((subject, _) -> Drain.fillForOthers(subject, plan.stored()));
      double beside = rate((subject, database) -> finish(subject, database, finished));
      add(Numbers.of(plan.stored()) + " waiting", waiting, empty);
      add(Numbers.of(finished) + " finished", beside, empty);
    }
  }

  private double rate(BiConsumer<Subject, PostgresDatabase> fill) {
    PostgresDatabase database = postgres.create();
    try (Subject subject = entrants.open(database)) {
      fill.accept(subject, database);
      database.execute("vacuum analyze");
      return new SubjectRacer(subject, entrants.workers()).drainRate(plan.drain());
    }
  }

  private void finish(Subject subject, PostgresDatabase database, int jobs) {
    Drain.fill(subject, 1);
    Drain.run(subject, 1, 1);
    database.execute(copies(jobs));
  }

  /// Copies of a job that has finished, faster than by running as many.
  private static String copies(int jobs) {
    return """
        insert into waybill.finished
        select gen_random_uuid(), n + i, change + i, tenant, queue, lane, type, created, updated,
          run_at, attempt, generation, errors, crashes, ready, arrival + i, size, payload, blob,
          delay, asked_at, deadline, timeout, retry, tags, request_id, correlation_id, key,
          trace_context, failure, attempts, state, cancel, worker, started, result
        from (select * from waybill.finished limit 1) f, generate_series(1, %d) as i
        """
        .formatted(jobs);
  }

  private void add(String what, double rate, double empty) {
    results.add(PostgresMeasure.ours(PostgresMeasure.BESIDE + "other jobs", what, "jobs/s", rate));
    new Loopback(results).ratio(PostgresMeasure.BESIDE + what, "empty", rate / empty, TARGET);
  }
}
