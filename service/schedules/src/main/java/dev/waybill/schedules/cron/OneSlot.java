package dev.waybill.schedules.cron;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

record OneSlot(Instant at) implements Slots {

  @Override
  public @Nullable Instant next(Instant after) {
    return at.isAfter(after) ? at : null;
  }
}
