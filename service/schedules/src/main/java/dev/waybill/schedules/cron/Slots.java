package dev.waybill.schedules.cron;

import dev.waybill.schedule.Timing;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// The moments that a timing means.
public interface Slots {

  /// The first slot after a moment, or null where there is none. Takes bounded time.
  @Nullable Instant next(Instant after);

  /// Refuses what cannot be read or never happens.
  static Slots of(Timing timing) {
    return switch (timing) {
      case Timing.Cron cron -> new CronSlots(Cron.parse(cron.expression()), cron.zone());
      case Timing.Every every -> IntervalSlots.of(every);
      case Timing.Once once -> new OneSlot(WallClock.moment(once.at(), once.zone()));
    };
  }
}
