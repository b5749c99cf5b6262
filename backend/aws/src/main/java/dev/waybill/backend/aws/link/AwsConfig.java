package dev.waybill.backend.aws.link;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.base.Text;
import dev.waybill.spi.Key;
import dev.waybill.spi.StoreAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The settings of the AWS store; [AwsKeys] defines their configuration keys.
///
/// @param region null for the region of the environment (`AWS_REGION`)
/// @param folder the data directory of this process for projections, which can be rebuilt
/// @param create whether a server creates what is missing
public record AwsConfig(
    @Nullable String region,
    Endpoints endpoints,
    Names names,
    Storage storage,
    Path folder,
    boolean create) {

  /// The host of an address that names no region: the settings do, or the environment.
  public static final String REGION_OF_SETTINGS = "default";

  private static final Pattern REGION = Pattern.compile("[a-z]{2}[a-z-]*-[0-9]{1,2}");
  private static final Pattern NAME =
      Pattern.compile("[A-Za-z0-9]([A-Za-z0-9-]{0,30}[A-Za-z0-9])?");

  public AwsConfig {
    if (region != null && !REGION.matcher(region).matches()) {
      throw invalid("the region %s is invalid: use one such as us-west-2", region);
    }
  }

  /// Where services listen; null for AWS itself.
  public record Endpoints(
      @Nullable URI dynamodb, @Nullable URI sqs, @Nullable URI s3, @Nullable URI cloudwatch) {

    /// CloudWatch is not used if one of these is an emulator.
    public Endpoints(@Nullable URI dynamodb, @Nullable URI sqs, @Nullable URI s3) {
      this(dynamodb, sqs, s3, null);
    }

    /// Whether alarms can be created: emulators of queues have no metrics in AWS.
    public boolean haveAlarms() {
      return cloudwatch != null || (dynamodb == null && sqs == null && s3 == null);
    }
  }

  /// The names of resources.
  ///
  /// @param queues URLs of SQS queues by the name of the queue, where they are not derived
  /// @param chosen names of tables and of the bucket that are not derived, by their role
  public record Names(
      String prefix, String environment, Map<String, String> queues, Map<Role, String> chosen) {

    public Names {
      requireName("store.aws.prefix", prefix);
      requireName("store.aws.environment", environment);
      queues = Map.copyOf(queues);
      queues.values().forEach(Names::requireUrl);
      chosen = Map.copyOf(chosen);
    }

    private static void requireUrl(String url) {
      if (!url.matches("https?://[^\\s,]+")) {
        throw invalid("store.sqs.queues has %s: use the URL of an SQS queue", url);
      }
    }

    private static void requireName(String key, String name) {
      if (!NAME.matcher(name).matches()) {
        throw invalid(
            key + " %s is invalid: use letters, digits and '-' (at most 32 characters)", name);
      }
    }
  }

  /// The resources whose name can be chosen.
  public enum Role {
    JOBS,
    EVENTS,
    BUCKET
  }

  /// The settings of what is created and stored.
  ///
  /// @param provisioned the queues that are provisioned
  /// @param visibility the visibility timeout of queues that are created
  /// @param eventsKept after which time DynamoDB deletes events; zero to keep them with their job
  /// @param kmsKey encrypts objects; null for keys of S3
  /// @param alarmAction the ARN that alarms notify; null for none
  public record Storage(
      List<String> provisioned,
      Duration visibility,
      Duration eventsKept,
      @Nullable String kmsKey,
      @Nullable String alarmAction) {

    public Storage {
      provisioned = List.copyOf(provisioned);
    }

    /// Alarms notify nobody.
    public Storage(
        List<String> provisioned,
        Duration visibility,
        Duration eventsKept,
        @Nullable String kmsKey) {
      this(provisioned, visibility, eventsKept, kmsKey, null);
    }

    static final Storage STANDARD =
        new Storage(List.of("default"), Duration.ofMinutes(5), Duration.ZERO, null);
  }

  /// Services at these endpoints, with standard names.
  public static AwsConfig of(String region, Endpoints endpoints, Path folder) {
    Names names = new Names("waybill", "prod", Map.of(), Map.of());
    return new AwsConfig(region, endpoints, names, Storage.STANDARD, folder, true);
  }

  public static AwsConfig of(StoreAddress address) {
    return new AwsConfig(
        region(address).orElse(null),
        new Endpoints(
            endpoint(address, AwsKeys.DYNAMODB_ENDPOINT),
            endpoint(address, AwsKeys.SQS_ENDPOINT),
            endpoint(address, AwsKeys.S3_ENDPOINT),
            endpoint(address, AwsKeys.CLOUDWATCH_ENDPOINT)),
        new Names(
            address.get(AwsKeys.PREFIX),
            address.get(AwsKeys.ENVIRONMENT),
            address.find(AwsKeys.QUEUES).orElse(Map.of()),
            chosen(address)),
        new Storage(
            address.get(AwsKeys.PROVISIONED),
            Duration.ofSeconds(address.get(AwsKeys.VISIBILITY)),
            Duration.ofDays(address.get(AwsKeys.EVENTS_TTL_DAYS)),
            address.find(AwsKeys.KMS_KEY).orElse(null),
            address.find(AwsKeys.ALARM_ACTION).orElse(null)),
        address.get(StoreAddress.PATH),
        address.get(AwsKeys.CREATE).equals("true"));
  }

  public AwsConfig withNames(Names other) {
    return new AwsConfig(region, endpoints, other, storage, folder, create);
  }

  public AwsConfig withEndpoints(Endpoints other) {
    return new AwsConfig(region, other, names, storage, folder, create);
  }

  public AwsConfig withStorage(Storage other) {
    return new AwsConfig(region, endpoints, names, other, folder, create);
  }

  public AwsConfig withFolder(Path other) {
    return new AwsConfig(region, endpoints, names, storage, other, create);
  }

  public AwsConfig withCreate(boolean other) {
    return new AwsConfig(region, endpoints, names, storage, folder, other);
  }

  /// The host of `aws://us-west-2`, unless the setting has one.
  private static Optional<String> region(StoreAddress address) {
    String host = Optional.ofNullable(address.url().getRawAuthority()).orElse("");
    return address
        .find(AwsKeys.REGION)
        .or(
            () ->
                host.isEmpty() || host.equals(REGION_OF_SETTINGS)
                    ? Optional.empty()
                    : Optional.of(host));
  }

  private static Map<Role, String> chosen(StoreAddress address) {
    java.util.EnumMap<Role, String> chosen = new java.util.EnumMap<>(Role.class);
    address.find(AwsKeys.JOBS_TABLE).ifPresent(name -> chosen.put(Role.JOBS, name));
    address.find(AwsKeys.EVENTS_TABLE).ifPresent(name -> chosen.put(Role.EVENTS, name));
    address.find(AwsKeys.BUCKET).ifPresent(name -> chosen.put(Role.BUCKET, name));
    return chosen;
  }

  private static @Nullable URI endpoint(StoreAddress address, Key<String> key) {
    return address
        .find(key)
        .or(() -> address.find(AwsKeys.ENDPOINT))
        .map(text -> url(key, text))
        .orElse(null);
  }

  private static URI url(Key<String> key, String text) {
    if (!text.matches("https?://[^/?#\\s]+/?")) {
      throw invalid(key.name() + " %s must be a URL such as http://localhost:4566", text);
    }
    return URI.create(text);
  }

  private static WaybillException invalid(String why, String name) {
    return new WaybillException(Code.INVALID_ARGUMENT, why.formatted(Text.quote(name)));
  }
}
