package dev.waybill;

import dev.waybill.base.Text;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// The ID of a job: a UUIDv7, so IDs sort by the time they were created.
public record JobId(long high, long low) implements Comparable<JobId> {

  /// Reads the canonical form of 36 characters; other forms are refused with [Code#INVALID_ID].
  public static JobId parse(String text) {
    try {
      UUID uuid = UUID.fromString(text);
      if (uuid.toString().equalsIgnoreCase(text)) {
        return new JobId(uuid.getMostSignificantBits(), uuid.getLeastSignificantBits());
      }
    } catch (IllegalArgumentException malformed) {
      // handled below, together with forms that UUID accepts and job IDs do not
    }
    throw new WaybillException(
        Code.INVALID_ID, "not a job ID (expected a UUID): " + Text.quote(text));
  }

  // The generated methods are several times slower, and maps of jobs call little else.
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof JobId(long otherHigh, long otherLow)
        && high == otherHigh
        && low == otherLow;
  }

  @Override
  public int hashCode() {
    return Long.hashCode(high ^ low);
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
