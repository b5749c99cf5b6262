package dev.waybill.schedules.cron;

import dev.waybill.schedule.Timing;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// The slots of a timing.
public interface Slots {

  /// The first slot after an instant; null if there is none. Runs in bounded time.
  @Nullable Instant next(Instant after);

  /// Rejects timings that are invalid or never fire.
  static Slots of(Timing timing) {
    return switch (timing) {
      case Timing.Cron cron -> new CronSlots(Cron.parse(cron.expression()), cron.zone());
      case Timing.Every every -> IntervalSlots.of(every);
      case Timing.Once once -> new OneSlot(WallClock.moment(once.at(), once.zone()));
    };
  }
}
