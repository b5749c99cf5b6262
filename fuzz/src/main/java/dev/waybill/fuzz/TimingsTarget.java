package dev.waybill.fuzz;

import dev.waybill.schedule.Timing;
import dev.waybill.schedules.cron.Slots;
import dev.waybill.schedules.cron.Timings;
import dev.waybill.schedules.cron.Zones;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;

/// When a schedule fires, as text, and a time zone. The next ten slots are in order.
final class TimingsTarget implements FuzzTarget {

  private static final Instant START = Instant.parse("2027-03-27T12:00:00Z");

  @Override
  public void accept(byte[] input) {
    List<byte[]> parts = Input.parts(input, 2);
    String zone = Input.text(parts.get(1));
    ZoneId where = zone.isEmpty() ? ZoneId.of("Europe/Berlin") : Zones.parse(zone);
    Timing timing = Timings.parse(Input.text(parts.get(0)), where);
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
