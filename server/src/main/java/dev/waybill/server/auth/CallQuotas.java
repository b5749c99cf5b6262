package dev.waybill.server.auth;

/// Limits for concurrent event streams and long polls. HTTP and gRPC of one server share them.
public record CallQuotas(Quota streams, Quota waiting) {

  /// @param streams event streams of all tenants
  /// @param streamsPerTenant event streams of one tenant
  /// @param waitingPerTenant long polls of one tenant, not counting streams
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
