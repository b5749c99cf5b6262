package dev.waybill;

import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What a deployment may change.
///
/// @param clock what time it is; tests pass their own
/// @param maxPayloadBytes the largest payload or result; above [Limits#INLINE_BYTES] it is moved
///     to the blob store
/// @param maxLiveJobs how many jobs may wait or run at once before new ones are refused
/// @param retention how long what has ended is kept
/// @param types what is known of job types
/// @param onlyKnownTypes refuse jobs of a type that is not in `types`
/// @param maintenanceEvery how often lapsed leases and deadlines are looked for; null leaves that
///     to the caller
/// @param usualHold how long a lease lasts where neither the worker nor its queue says
/// @param region where this deployment is, as the events of messages say it
/// @param quotas how much one tenant may take up
public record Settings(
    InstantSource clock,
    int maxPayloadBytes,
    int maxLiveJobs,
    Retention retention,
    Map<String, TypeSettings> types,
    boolean onlyKnownTypes,
    @Nullable Duration maintenanceEvery,
    Duration usualHold,
    String region,
    Quotas quotas) {

  public static final Settings DEFAULT =
      new Settings(
          InstantSource.system(),
          16 * 1024 * 1024,
          5_000_000,
          Retention.DEFAULT,
          Map.of(),
          false,
          Duration.ofMillis(500),
          Duration.ofSeconds(30),
          "local",
          Quotas.DEFAULT);

  /// What holds for all jobs of one type that do not say otherwise themselves.
  public record TypeSettings(RetryPolicy retry, @Nullable Duration timeout) {

    public static final TypeSettings DEFAULT = new TypeSettings(RetryPolicy.DEFAULT, null);
  }

  public Settings {
    types = Map.copyOf(types);
    if (region.isBlank()) {
      throw new WaybillException(Code.INVALID_ARGUMENT, "the region must not be blank");
    }
  }

  public Settings withClock(InstantSource source) {
    return new Settings(
        source,
        maxPayloadBytes,
        maxLiveJobs,
        retention,
        types,
        onlyKnownTypes,
        maintenanceEvery,
        usualHold,
        region,
        quotas);
  }

  public Settings withMaxPayloadBytes(int bytes) {
    return new Settings(
        clock,
        bytes,
        maxLiveJobs,
        retention,
        types,
        onlyKnownTypes,
        maintenanceEvery,
        usualHold,
        region,
        quotas);
  }

  public Settings withMaxLiveJobs(int jobs) {
    return new Settings(
        clock,
        maxPayloadBytes,
        jobs,
        retention,
        types,
        onlyKnownTypes,
        maintenanceEvery,
        usualHold,
        region,
        quotas);
  }

  public Settings withRetention(Retention kept) {
    return new Settings(
        clock,
        maxPayloadBytes,
        maxLiveJobs,
        kept,
        types,
        onlyKnownTypes,
        maintenanceEvery,
        usualHold,
        region,
        quotas);
  }

  public Settings withType(String name, TypeSettings settings) {
    Map<String, TypeSettings> more = new java.util.HashMap<>(types);
    more.put(name, settings);
    return new Settings(
        clock,
        maxPayloadBytes,
        maxLiveJobs,
        retention,
        more,
        onlyKnownTypes,
        maintenanceEvery,
        usualHold,
        region,
        quotas);
  }

  public Settings withOnlyKnownTypes() {
    return new Settings(
        clock,
        maxPayloadBytes,
        maxLiveJobs,
        retention,
        types,
        true,
        maintenanceEvery,
        usualHold,
        region,
        quotas);
  }

  public Settings withMaintenanceEvery(@Nullable Duration period) {
    return new Settings(
        clock,
        maxPayloadBytes,
        maxLiveJobs,
        retention,
        types,
        onlyKnownTypes,
        period,
        usualHold,
        region,
        quotas);
  }

  public Settings withUsualHold(Duration lease) {
    return new Settings(
        clock,
        maxPayloadBytes,
        maxLiveJobs,
        retention,
        types,
        onlyKnownTypes,
        maintenanceEvery,
        lease,
        region,
        quotas);
  }

  public Settings withRegion(String name) {
    return new Settings(
        clock,
        maxPayloadBytes,
        maxLiveJobs,
        retention,
        types,
        onlyKnownTypes,
        maintenanceEvery,
        usualHold,
        name,
        quotas);
  }

  public Settings withQuotas(Quotas perTenant) {
    return new Settings(
        clock,
        maxPayloadBytes,
        maxLiveJobs,
        retention,
        types,
        onlyKnownTypes,
        maintenanceEvery,
        usualHold,
        region,
        perTenant);
  }

  public TypeSettings type(String name) {
    return types.getOrDefault(name, TypeSettings.DEFAULT);
  }
}
