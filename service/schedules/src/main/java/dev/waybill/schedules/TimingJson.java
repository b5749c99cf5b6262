package dev.waybill.schedules;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.schedule.Timing;
import java.time.LocalDateTime;
import java.time.ZoneId;

final class TimingJson {

  private TimingJson() {}

  static void write(JsonText json, Timing timing) {
    switch (timing) {
      case Timing.Cron cron -> {
        json.text("cron", cron.expression());
        json.text("zone", cron.zone().getId());
      }
      case Timing.Every every -> {
        json.span("every", every.interval());
        json.time("anchor", every.anchor());
      }
      case Timing.Once once -> {
        json.text("at", once.at().toString());
        json.text("zone", once.zone().getId());
      }
    }
  }

  static Timing read(JsonFields json) {
    if (json.has("cron")) {
      return new Timing.Cron(json.text("cron"), ZoneId.of(json.text("zone")));
    }
    if (json.has("every")) {
      return new Timing.Every(json.span("every"), json.time("anchor"));
    }
    if (json.has("at")) {
      return new Timing.Once(LocalDateTime.parse(json.text("at")), ZoneId.of(json.text("zone")));
    }
    throw new WaybillException(Code.CORRUPT, "a schedule without times");
  }
}
