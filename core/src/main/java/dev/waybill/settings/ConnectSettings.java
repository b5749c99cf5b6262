package dev.waybill.settings;

import dev.waybill.Waybill;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// How a client connects to a server.
///
/// @param key the API key, or null if the server requires none; it is never printed
/// @param tenant the tenant of the key, the only one that this connection can use
/// @param connectTime the timeout for opening a connection
/// @param callTime the timeout for an answer, in addition to the time that the call itself waits
/// @param retryFor how long a call is retried while the server cannot be reached or is busy; zero
///     to try once
/// @param ca a PEM file with trusted CA certificates; null for those that the JVM trusts
/// @param traceparent supplies the W3C trace context of a call, on the thread of the caller
public record ConnectSettings(
    @Nullable String key,
    String tenant,
    Duration connectTime,
    Duration callTime,
    Duration retryFor,
    @Nullable Path ca,
    Supplier<Optional<String>> traceparent) {

  public static final ConnectSettings DEFAULT = new Fields().value();

  public ConnectSettings withKey(@Nullable String secret) {
    return with(fields -> fields.key = secret);
  }

  public ConnectSettings withTenant(String name) {
    return with(fields -> fields.tenant = name);
  }

  public ConnectSettings withConnectTime(Duration longest) {
    return with(fields -> fields.connectTime = longest);
  }

  public ConnectSettings withCallTime(Duration longest) {
    return with(fields -> fields.callTime = longest);
  }

  public ConnectSettings withRetryFor(Duration longest) {
    return with(fields -> fields.retryFor = longest);
  }

  public ConnectSettings withCa(@Nullable Path pem) {
    return with(fields -> fields.ca = pem);
  }

  public ConnectSettings withTraceparent(Supplier<Optional<String>> current) {
    return with(fields -> fields.traceparent = current);
  }

  @Override
  public String toString() {
    return "ConnectSettings[key="
        + (key == null ? "none" : "hidden")
        + ", tenant="
        + tenant
        + ", connectTime="
        + connectTime
        + ", callTime="
        + callTime
        + ", retryFor="
        + retryFor
        + ", ca="
        + ca
        + "]";
  }

  private ConnectSettings with(Consumer<Fields> change) {
    Fields fields = new Fields(this);
    change.accept(fields);
    return fields.value();
  }

  /// The mutable fields of a copy.
  private static final class Fields {
    private @Nullable String key;
    private String tenant = Waybill.DEFAULT_TENANT;
    private Duration connectTime = Duration.ofSeconds(5);
    private Duration callTime = Duration.ofSeconds(30);
    private Duration retryFor = Duration.ofSeconds(30);
    private @Nullable Path ca;
    private Supplier<Optional<String>> traceparent = Optional::empty;

    private Fields() {}

    private Fields(ConnectSettings of) {
      key = of.key;
      tenant = of.tenant;
      connectTime = of.connectTime;
      callTime = of.callTime;
      retryFor = of.retryFor;
      ca = of.ca;
      traceparent = of.traceparent;
    }

    private ConnectSettings value() {
      return new ConnectSettings(key, tenant, connectTime, callTime, retryFor, ca, traceparent);
    }
  }
}
