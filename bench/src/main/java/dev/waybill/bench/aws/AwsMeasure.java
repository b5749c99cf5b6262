package dev.waybill.bench.aws;

import dev.waybill.bench.Loopback;
import dev.waybill.bench.Numbers;
import dev.waybill.bench.Plan;
import dev.waybill.bench.Results;
import dev.waybill.bench.measure.Drain;
import dev.waybill.bench.measure.EnqueueMeasure;
import dev.waybill.bench.measure.Measure;
import dev.waybill.bench.peer.Contender;
import dev.waybill.bench.peer.Subject;

/// Waybill on emulators of AWS, and a plain client of the SDK that makes the same calls. Both use
/// the same emulators, with tables and queues of their own. Each figure starts with new emulators.
public final class AwsMeasure implements Measure {

  public static final String BULK = "AWS, enqueue 1,000 a call";
  public static final String DRAIN = "AWS, drain";
  public static final String BARE = "bare client";

  private static final double TARGET = 0.6;
  private static final int LARGE_BULK = 1_000;

  /// The first that the SDK asks for credentials. The emulators accept any.
  private static final String KEY_ID = "aws.accessKeyId";

  private static final String SECRET = "aws.secretAccessKey";

  /// Both, on one set of emulators.
  private record Pair(AwsServices services, BareAws bare, Subject ours) implements AutoCloseable {

    static Pair start() {
      AwsServices services = AwsServices.start();
      return new Pair(services, new BareAws(services), services.open("ours"));
    }

    /// New emulators are slow at first: their code is not compiled yet.
    Pair warm(int jobs, int handlers) {
      bare.drainRate(jobs, handlers);
      Drain.fill(ours, jobs);
      Drain.run(ours, handlers, jobs);
      return this;
    }

    @Override
    public void close() {
      ours.close();
      bare.close();
      services.close();
    }
  }

  @Override
  public void take(Contender contender, Plan plan, Results results) {
    System.setProperty(KEY_ID, "bench");
    System.setProperty(SECRET, "bench");
    try {
      all(contender, plan, new Loopback(new Results(_ -> {})));
      for (int i = 0; i < plan.repeats(); i++) {
        all(contender, plan, new Loopback(results));
      }
    } finally {
      System.clearProperty(KEY_ID);
      System.clearProperty(SECRET);
    }
  }

  private static void all(Contender contender, Plan plan, Loopback figures) {
    int warmUp = plan.warmUp() / 10;
    try (Pair pair = Pair.start().warm(warmUp, contender.workers())) {
      double bare = pair.bare().enqueueRate(plan, LARGE_BULK);
      double ours = EnqueueMeasure.rate(pair.ours(), plan, 1, LARGE_BULK);
      rates(figures, BULK, plan.window().toSeconds() + " s", bare, ours);
    }
    try (Pair pair = Pair.start().warm(warmUp, contender.workers())) {
      int jobs = plan.slowDrain();
      double bare = pair.bare().drainRate(jobs, contender.workers());
      Drain.fill(pair.ours(), jobs);
      double ours = Drain.run(pair.ours(), contender.workers(), jobs).rate();
      rates(figures, DRAIN, Numbers.of(jobs) + " jobs", bare, ours);
    }
  }

  private static void rates(
      Loopback figures, String measure, String setting, double bare, double ours) {
    figures.add(measure + ", " + BARE, setting, "jobs/s", bare);
    figures.add(measure, setting, "jobs/s", ours);
    figures.ratio(measure, BARE, ours / bare, TARGET);
  }

  @Override
  public boolean takesTurns() {
    return false;
  }

  @Override
  public boolean isFor(Contender.Role role) {
    return role == Contender.Role.WAYBILL;
  }
}
