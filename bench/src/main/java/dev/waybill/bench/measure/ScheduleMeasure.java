package dev.waybill.bench.measure;

import dev.waybill.NewJob;
import dev.waybill.Waybill;
import dev.waybill.bench.Loopback;
import dev.waybill.bench.Numbers;
import dev.waybill.bench.Plan;
import dev.waybill.bench.Results;
import dev.waybill.bench.Scratch;
import dev.waybill.bench.peer.Contender;
import dev.waybill.schedule.Action;
import dev.waybill.schedule.Schedule;
import dev.waybill.schedule.Schedules;
import dev.waybill.schedule.Timing;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.locks.LockSupport;

/// The delay of the last of many schedules that are due in the same second, until it has started
/// its job.
public final class ScheduleMeasure implements Measure {

  private static final int SCHEDULES = 10_000;
  private static final double TARGET = 2;
  private static final Duration AHEAD = Duration.ofSeconds(2);
  private static final long LOOK_NANOS = 5_000_000;

  private final Scratch scratch;

  public ScheduleMeasure(Scratch scratch) {
    this.scratch = scratch;
  }

  @Override
  public void take(Contender contender, Plan plan, Results results) {
    Loopback figures = new Loopback(results);
    for (int i = 0; i < plan.repeats(); i++) {
      try (Waybill waybill = Waybill.open(scratch.next("schedules"))) {
        figures.atMost(
            Numbers.of(SCHEDULES) + " schedules due in one second, all fired after",
            "s",
            seconds(waybill),
            TARGET);
      }
    }
  }

  /// Firings during the setup do not count.
  private static double seconds(Waybill waybill) {
    Schedules schedules = waybill.schedules();
    Instant due = Instant.now().plus(Duration.ofMinutes(1)).truncatedTo(ChronoUnit.MINUTES);
    for (int i = 0; i < SCHEDULES; i++) {
      due = later(due);
      schedules.put(
          Schedule.builder(
                  "s" + i, Timing.cron("0 * * * * *", ZoneOffset.UTC), new Action.StartJob(job()))
              .build());
    }
    return fired(waybill, due);
  }

  private static Instant later(Instant due) {
    return Instant.now().plus(AHEAD).isAfter(due) ? due.plus(Duration.ofMinutes(1)) : due;
  }

  private static NewJob job() {
    return NewJob.builder("tick").queue("ticks").payload(Payloads.stamped()).build();
  }

  private static double fired(Waybill waybill, Instant due) {
    long before = waiting(waybill);
    while (Instant.now().isBefore(due)) {
      LockSupport.parkNanos(LOOK_NANOS);
      before = Instant.now().isBefore(due) ? waiting(waybill) : before;
    }
    while (waiting(waybill) < before + SCHEDULES) {
      LockSupport.parkNanos(LOOK_NANOS);
    }
    return Duration.between(due, Instant.now()).toNanos() / 1e9;
  }

  private static long waiting(Waybill waybill) {
    return waybill.stats("ticks").waiting();
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
