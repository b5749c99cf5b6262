package dev.waybill.schedules;

import dev.waybill.Tenants;
import dev.waybill.engine.register.Register;
import dev.waybill.schedule.Schedule;
import dev.waybill.schedule.Upcoming;
import dev.waybill.schedules.cron.Slots;
import dev.waybill.spi.LedgerKey;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// When a schedule fires: its slots within its bounds, each with its jitter. A slot fires before
/// the next one begins, so firings are in the order of their slots.
record Plan(Register.Name name, Definition definition, Slots slots) {

  static Plan of(Register.Name name, Definition definition) {
    return new Plan(name, definition, Slots.of(definition.schedule().timing()));
  }

  Schedule schedule() {
    return definition.schedule();
  }

  String tenant() {
    return name.tenant();
  }

  /// The key of its run state; a schedule that is deleted and created again has another one.
  LedgerKey stateKey() {
    return new LedgerKey(Tenants.SYSTEM, "schedule", tenant() + "/" + name.name() + "/" + born());
  }

  /// The request ID of a job in a slot. It does not depend on the version of the schedule, so that
  /// two servers fire a slot once even if one of them has not seen a change yet.
  String requestId(String occasion) {
    return "schedule:" + name.name() + ":" + born() + ":" + occasion;
  }

  private long born() {
    return definition.createdAt().toEpochMilli();
  }

  /// The firing of the first slot after this one.
  @Nullable Upcoming next(Instant slot) {
    Instant start = schedule().startAt();
    Instant from = later(slot, definition.countsFrom());
    Instant found = slots.next(start == null ? from : later(from, start.minusMillis(1)));
    Instant end = schedule().endAt();
    if (found == null || (end != null && !found.isBefore(end))) {
      return null;
    }
    return new Upcoming(found, found.plus(jitter(found)));
  }

  /// The first firing after this time.
  ///
  /// A slot fires before the next one begins, so only the last slot up to this time can fire later.
  @Nullable Upcoming firstAfter(Instant time) {
    Instant before = lastSlot(time.minus(schedule().jitter()), time);
    Upcoming found = next(before == null ? time : before.minusMillis(1));
    return found == null || found.at().isAfter(time) ? found : next(found.slot());
  }

  /// The last slot after one time and not after another, or null. The number of steps is
  /// logarithmic in the time between them.
  @Nullable Instant lastSlot(Instant after, Instant until) {
    Instant found = slots.next(after);
    if (found == null || found.isAfter(until)) {
      return null;
    }
    Instant none = until;
    while (found.isBefore(none)) {
      Instant middle = found.plusMillis(Duration.between(found, none).toMillis() / 2);
      Instant later = slots.next(middle);
      if (later == null || later.isAfter(until)) {
        none = middle;
      } else {
        found = later;
      }
    }
    return found;
  }

  /// The next firings; none while it is paused.
  List<Upcoming> upcoming(Instant now, int most) {
    List<Upcoming> firings = new ArrayList<>();
    Upcoming found = schedule().paused() ? null : firstAfter(now);
    while (found != null && firings.size() < most) {
      firings.add(found);
      found = next(found.slot());
    }
    return firings;
  }

  private static Instant later(Instant one, Instant other) {
    return one.isAfter(other) ? one : other;
  }

  private Duration jitter(Instant slot) {
    Duration most = schedule().jitter();
    Instant following = most.isZero() ? null : slots.next(slot);
    if (following != null && Duration.between(slot, following).compareTo(most) < 0) {
      most = Duration.between(slot, following);
    }
    long millis = most.toMillis();
    return millis == 0
        ? Duration.ZERO
        : Duration.ofMillis(Math.floorMod(drawn(slot.toEpochMilli()), millis));
  }

  /// The same on every server: a hash of the name and the slot.
  private long drawn(long slot) {
    long mixed = slot * 0x9E3779B97F4A7C15L + tenant().hashCode() * 31L + name.name().hashCode();
    mixed = (mixed ^ (mixed >>> 30)) * 0xBF58476D1CE4E5B9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
    return mixed ^ (mixed >>> 31);
  }
}
