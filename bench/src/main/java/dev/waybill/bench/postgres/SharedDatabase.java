package dev.waybill.bench.postgres;

import dev.waybill.bench.Loopback;
import dev.waybill.bench.Plan;
import dev.waybill.bench.Results;
import dev.waybill.bench.measure.Drain;
import dev.waybill.bench.peer.Postgres;
import dev.waybill.bench.peer.PostgresDatabase;
import dev.waybill.bench.peer.Subject;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/// The drain by one, two and three servers on one database. Fails if a job runs twice.
record SharedDatabase(Postgres postgres, Entrants entrants, Plan plan, Results results) {

  private static final int MOST = 3;

  void take() {
    for (int i = 0; i < plan.repeats(); i++) {
      double one = rate(1);
      add(1, one);
      for (int servers = 2; servers <= MOST; servers++) {
        double rate = rate(servers);
        add(servers, rate);
        new Loopback(results).ratio(PostgresMeasure.SERVERS + ", " + servers, "one", rate / one, 1);
      }
    }
  }

  private void add(int servers, double rate) {
    results.add(
        PostgresMeasure.ours(PostgresMeasure.SERVERS, String.valueOf(servers), "jobs/s", rate));
  }

  private double rate(int servers) {
    PostgresDatabase database = postgres.create();
    List<Subject> all = new ArrayList<>();
    all.add(entrants.open(database));
    try {
      while (all.size() < servers) {
        all.add(entrants.openAlso(database));
      }
      Drain.fill(all.getFirst(), plan.drain());
      double rate = drain(all);
      requireEachOnce(database);
      return rate;
    } finally {
      all.reversed().forEach(Subject::close);
    }
  }

  private double drain(List<Subject> servers) {
    CountDownLatch left = new CountDownLatch(plan.drain());
    AtomicInteger runs = new AtomicInteger();
    long began = System.nanoTime();
    List<Subject.Work> work = new ArrayList<>();
    for (Subject server : servers) {
      work.add(
          server.work(
              entrants.workers(),
              _ -> {
                runs.incrementAndGet();
                left.countDown();
              }));
    }
    Drain.await(left);
    double rate = plan.drain() * 1e9 / (System.nanoTime() - began);
    work.forEach(Subject.Work::close);
    if (runs.get() != plan.drain()) {
      throw new IllegalStateException(runs.get() + " runs of " + plan.drain() + " jobs");
    }
    return rate;
  }

  private void requireEachOnce(PostgresDatabase database) {
    String twice = database.value("select count(*) from waybill.finished where attempt > 1");
    if (!twice.equals("0")) {
      throw new IllegalStateException(twice + " jobs ran twice");
    }
  }
}
