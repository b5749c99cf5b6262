package dev.waybill.settings;

import dev.waybill.Capabilities.Durability;
import dev.waybill.Code;
import dev.waybill.RetryPolicy;
import dev.waybill.WaybillException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The settings of a deployment.
///
/// @param clock the clock; tests pass their own
/// @param maxPayloadBytes the maximum size of a payload or result; above [Limits#INLINE_BYTES] it
///     is stored as a blob
/// @param maxLiveJobs the maximum number of waiting and running jobs; further jobs are refused
/// @param retention how long finished jobs are retained
/// @param types the defaults of job types
/// @param onlyKnownTypes whether to refuse jobs whose type is not in `types`
/// @param maintenanceEvery how often expired leases and passed deadlines are handled; null leaves
///     that to the caller
/// @param defaultLeaseDuration the lease duration if neither the worker nor the queue sets one
/// @param region the region of this deployment, for the events of messages
/// @param quotas the quotas of each tenant
/// @param ofServices the settings of services by name, such as `messages.providers`
/// @param leastDurability what acknowledged writes must survive; an engine refuses to open a store
///     with less
/// @param callObserver observes calls of services to other systems
public record Settings(
    InstantSource clock,
    int maxPayloadBytes,
    int maxLiveJobs,
    Retention retention,
    Map<String, TypeSettings> types,
    boolean onlyKnownTypes,
    @Nullable Duration maintenanceEvery,
    Duration defaultLeaseDuration,
    String region,
    Quotas quotas,
    Map<String, String> ofServices,
    Durability leastDurability,
    CallObserver callObserver) {

  public static final Settings DEFAULT = new Fields().value();

  /// Defaults for the jobs of one type.
  public record TypeSettings(RetryPolicy retry, @Nullable Duration timeout) {

    public static final TypeSettings DEFAULT = new TypeSettings(RetryPolicy.DEFAULT, null);
  }

  public Settings {
    types = Map.copyOf(types);
    ofServices = Map.copyOf(ofServices);
    if (region.isBlank()) {
      throw new WaybillException(Code.INVALID_ARGUMENT, "the region must not be blank");
    }
  }

  public Settings withClock(InstantSource source) {
    return with(fields -> fields.clock = source);
  }

  public Settings withMaxPayloadBytes(int bytes) {
    return with(fields -> fields.maxPayloadBytes = bytes);
  }

  public Settings withMaxLiveJobs(int jobs) {
    return with(fields -> fields.maxLiveJobs = jobs);
  }

  public Settings withRetention(Retention kept) {
    return with(fields -> fields.retention = kept);
  }

  public Settings withType(String name, TypeSettings settings) {
    Map<String, TypeSettings> more = new java.util.HashMap<>(types);
    more.put(name, settings);
    return with(fields -> fields.types = more);
  }

  public Settings withOnlyKnownTypes() {
    return with(fields -> fields.onlyKnownTypes = true);
  }

  public Settings withMaintenanceEvery(@Nullable Duration period) {
    return with(fields -> fields.maintenanceEvery = period);
  }

  public Settings withDefaultLeaseDuration(Duration lease) {
    return with(fields -> fields.defaultLeaseDuration = lease);
  }

  public Settings withRegion(String name) {
    return with(fields -> fields.region = name);
  }

  public Settings withQuotas(Quotas perTenant) {
    return with(fields -> fields.quotas = perTenant);
  }

  public Settings withServiceSetting(String name, String value) {
    Map<String, String> more = new java.util.HashMap<>(ofServices);
    more.put(name, value);
    return with(fields -> fields.ofServices = more);
  }

  public Settings withLeastDurability(Durability least) {
    return with(fields -> fields.leastDurability = least);
  }

  public Settings withCallObserver(CallObserver observer) {
    return with(fields -> fields.callObserver = observer);
  }

  public TypeSettings type(String name) {
    return types.getOrDefault(name, TypeSettings.DEFAULT);
  }

  private Settings with(Consumer<Fields> change) {
    Fields fields = new Fields(this);
    change.accept(fields);
    return fields.value();
  }

  /// The mutable fields of a copy.
  private static final class Fields {
    private InstantSource clock = InstantSource.system();
    private int maxPayloadBytes = 16 * 1024 * 1024;
    private int maxLiveJobs = 5_000_000;
    private Retention retention = Retention.DEFAULT;
    private Map<String, TypeSettings> types = Map.of();
    private boolean onlyKnownTypes;
    private @Nullable Duration maintenanceEvery = Duration.ofMillis(500);
    private Duration defaultLeaseDuration = Duration.ofSeconds(30);
    private String region = "local";
    private Quotas quotas = Quotas.DEFAULT;
    private Map<String, String> ofServices = Map.of();
    private Durability leastDurability = Durability.MEMORY;
    private CallObserver callObserver = CallObserver.NONE;

    private Fields() {}

    private Fields(Settings of) {
      clock = of.clock;
      maxPayloadBytes = of.maxPayloadBytes;
      maxLiveJobs = of.maxLiveJobs;
      retention = of.retention;
      types = of.types;
      onlyKnownTypes = of.onlyKnownTypes;
      maintenanceEvery = of.maintenanceEvery;
      defaultLeaseDuration = of.defaultLeaseDuration;
      region = of.region;
      quotas = of.quotas;
      ofServices = of.ofServices;
      leastDurability = of.leastDurability;
      callObserver = of.callObserver;
    }

    private Settings value() {
      return new Settings(
          clock,
          maxPayloadBytes,
          maxLiveJobs,
          retention,
          types,
          onlyKnownTypes,
          maintenanceEvery,
          defaultLeaseDuration,
          region,
          quotas,
          ofServices,
          leastDurability,
          callObserver);
    }
  }
}
