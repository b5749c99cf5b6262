package dev.waybill.fuzz;

import dev.waybill.schedule.Timing;
import dev.waybill.schedules.cron.Slots;
import dev.waybill.wire.schedule.ScheduleJson;
import java.time.Instant;

/// Previews of schedules: the next ten slots must be in order.
final class TimingsTarget implements FuzzTarget {

  private static final Instant START = Instant.parse("2027-03-27T12:00:00Z");

  @Override
  public void accept(byte[] input) {
    Timing timing = ScheduleJson.PREVIEW.read(input).timing();
    Slots slots = Slots.of(timing);
    Instant after = START;
    for (int i = 0; i < 10; i++) {
      Instant next = slots.next(after);
      if (next == null) {
        return;
      }
      if (!next.isAfter(after)) {
        throw new IllegalStateException(timing + ": " + next + " is not after " + after);
      }
      after = next;
    }
  }
}
