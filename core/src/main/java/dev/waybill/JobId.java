package dev.waybill;

import dev.waybill.base.Text;
import java.util.UUID;

/// The identity of one job: a UUIDv7, so that ids sort by the time they were made.
public record JobId(long high, long low) implements Comparable<JobId> {

  /// Reads the canonical 36-character form; anything else is refused with [Code#INVALID_ID].
  public static JobId parse(String text) {
    try {
      UUID uuid = UUID.fromString(text);
      if (uuid.toString().equalsIgnoreCase(text)) {
        return new JobId(uuid.getMostSignificantBits(), uuid.getLeastSignificantBits());
      }
    } catch (IllegalArgumentException malformed) {
      // answered below, together with forms that UUID accepts and we do not
    }
    throw new WaybillException(
        Code.INVALID_ID, "not a job id (expected a UUID): " + Text.quote(text));
  }

  @Override
  public int compareTo(JobId other) {
    int byHigh = Long.compareUnsigned(high, other.high);
    return byHigh != 0 ? byHigh : Long.compareUnsigned(low, other.low);
  }

  @Override
  public String toString() {
    return new UUID(high, low).toString();
  }
}
