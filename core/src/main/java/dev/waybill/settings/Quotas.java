package dev.waybill.settings;

import dev.waybill.Code;
import dev.waybill.WaybillException;

/// How much of a store one tenant may take up with jobs that wait or run.
///
/// @param liveJobs how many jobs; 0 sets no limit
/// @param liveBytes how many bytes their payloads may have together; 0 sets no limit
public record Quotas(long liveJobs, long liveBytes) {

  public static final Quotas DEFAULT = new Quotas(4_000_000, 64L << 30);

  public static final Quotas NONE = new Quotas(0, 0);

  public Quotas {
    if (liveJobs < 0 || liveBytes < 0) {
      throw new WaybillException(
          Code.INVALID_ARGUMENT, "a quota must be 0 or more; 0 sets no limit");
    }
  }

  public boolean allowsJobs(long jobs) {
    return liveJobs == 0 || jobs <= liveJobs;
  }

  public boolean allowsBytes(long bytes) {
    return liveBytes == 0 || bytes <= liveBytes;
  }
}
