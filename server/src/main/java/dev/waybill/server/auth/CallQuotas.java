package dev.waybill.server.auth;

/// The event streams and the waiting calls that may be open at once. HTTP and gRPC of one server
/// share these counts.
public record CallQuotas(Quota streams, Quota waiting) {

  /// @param streams event streams of all tenants
  /// @param streamsPerTenant how many of them one tenant may have
  /// @param waitingPerTenant calls of one tenant that may wait for something, streams apart
  public record Limits(int streams, int streamsPerTenant, int waitingPerTenant) {

    public static final Limits DEFAULT = new Limits(20_000, 10_000, 10_000);
  }

  static CallQuotas of(Limits limits) {
    return new CallQuotas(
        new Quota(
            "streams", "limits.streams_per_tenant", limits.streams(), limits.streamsPerTenant()),
        new Quota(
            "waiting calls",
            "limits.waiting_per_tenant",
            Integer.MAX_VALUE,
            limits.waitingPerTenant()));
  }
}
