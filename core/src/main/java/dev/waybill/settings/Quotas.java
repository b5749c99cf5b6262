package dev.waybill.settings;

import dev.waybill.Code;
import dev.waybill.WaybillException;

/// How much of a store the waiting and running jobs of one tenant may use.
///
/// @param liveJobs the maximum number of jobs; 0 for no limit
/// @param liveBytes the maximum number of bytes in their payloads; 0 for no limit
public record Quotas(long liveJobs, long liveBytes) {

  public static final Quotas DEFAULT = new Quotas(4_000_000, 64L << 30);

  public static final Quotas NONE = new Quotas(0, 0);

  public Quotas {
    if (liveJobs < 0 || liveBytes < 0) {
      throw new WaybillException(Code.INVALID_ARGUMENT, "a quota must be 0 (no limit) or more");
    }
  }

  public boolean allowsJobs(long jobs) {
    return liveJobs == 0 || jobs <= liveJobs;
  }

  public boolean allowsBytes(long bytes) {
    return liveBytes == 0 || bytes <= liveBytes;
  }
}
