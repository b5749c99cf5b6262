package dev.waybill;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// How a program talks to a server.
///
/// @param key the API key, or null for a server that asks for none; it is never printed
/// @param tenant the tenant the key belongs to: the only one this connection can speak for
/// @param connectTime how long opening a connection may take
/// @param callTime how long an answer may take, apart from what the call itself waits for
/// @param retryFor how long a call is tried again while the server cannot be reached or is busy;
///     zero to try once
/// @param ca a PEM file with the certificates that vouch for the server; null for those that the
///     JVM trusts
/// @param traceparent the W3C trace context a call is made in, asked on the thread of the caller
public record ConnectSettings(
    @Nullable String key,
    String tenant,
    Duration connectTime,
    Duration callTime,
    Duration retryFor,
    @Nullable Path ca,
    Supplier<Optional<String>> traceparent) {

  public static final ConnectSettings DEFAULT =
      new ConnectSettings(
          null,
          Waybill.DEFAULT_TENANT,
          Duration.ofSeconds(5),
          Duration.ofSeconds(30),
          Duration.ofSeconds(30),
          null,
          Optional::empty);

  public ConnectSettings withKey(@Nullable String secret) {
    return new ConnectSettings(secret, tenant, connectTime, callTime, retryFor, ca, traceparent);
  }

  public ConnectSettings withTenant(String name) {
    return new ConnectSettings(key, name, connectTime, callTime, retryFor, ca, traceparent);
  }

  public ConnectSettings withConnectTime(Duration longest) {
    return new ConnectSettings(key, tenant, longest, callTime, retryFor, ca, traceparent);
  }

  public ConnectSettings withCallTime(Duration longest) {
    return new ConnectSettings(key, tenant, connectTime, longest, retryFor, ca, traceparent);
  }

  public ConnectSettings withRetryFor(Duration longest) {
    return new ConnectSettings(key, tenant, connectTime, callTime, longest, ca, traceparent);
  }

  public ConnectSettings withCa(@Nullable Path pem) {
    return new ConnectSettings(key, tenant, connectTime, callTime, retryFor, pem, traceparent);
  }

  public ConnectSettings withTraceparent(Supplier<Optional<String>> current) {
    return new ConnectSettings(key, tenant, connectTime, callTime, retryFor, ca, current);
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
}
