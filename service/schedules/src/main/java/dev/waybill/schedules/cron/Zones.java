package dev.waybill.schedules.cron;

import dev.waybill.Code;
import dev.waybill.Text;
import dev.waybill.WaybillException;
import java.time.ZoneId;
import java.time.ZoneOffset;

/// Time zones by the names of the IANA database.
public final class Zones {

  private Zones() {}

  public static ZoneId parse(String name) {
    if (name.equals("Z")) {
      return ZoneOffset.UTC;
    }
    if (!ZoneId.getAvailableZoneIds().contains(name)) {
      throw new WaybillException(
          Code.INVALID_ARGUMENT,
          "zone "
              + Text.quote(name)
              + " is not known; use a name such as Europe/Lisbon, or UTC, not an offset");
    }
    return ZoneId.of(name);
  }
}
