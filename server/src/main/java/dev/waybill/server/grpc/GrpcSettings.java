package dev.waybill.server.grpc;

import dev.waybill.server.config.TlsFiles;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// What a deployment may change about gRPC.
///
/// @param port where to listen; 0 for any that is free
/// @param reflection whether the server describes its methods to everybody
/// @param grace how long calls that run may go on when the server is closed
/// @param tls who the server says it is; null for calls in the clear
public record GrpcSettings(
    String host,
    int port,
    boolean reflection,
    Duration grace,
    @Nullable TlsFiles tls,
    Limits limits) {

  /// What clients may cost.
  ///
  /// @param requestBytes the largest request; should leave room for the largest payload
  /// @param allRequestBytes how much memory the requests of all calls together may take; above it,
  ///     those that are not small are refused
  /// @param dequeueBytes how large an answer to DequeueJobs grows before further jobs are left in
  ///     the queue; one job is always given, however large. The default fits the limit that
  ///     clients have by default.
  /// @param callsPerConnection how many calls, streams and long polls one connection may have open
  /// @param connections how many may be open; more are closed at once
  /// @param connectionsPerAddress how many of them one address may have, or 0 for any number
  /// @param shares how many streams and waiting calls there may be
  /// @param recheck how often the credential of a call that waits is checked again
  public record Limits(
      int requestBytes,
      long allRequestBytes,
      int dequeueBytes,
      int callsPerConnection,
      int connections,
      int connectionsPerAddress,
      Shares shares,
      Duration recheck) {

    static final Limits DEFAULT =
        new Limits(
            20 * 1024 * 1024,
            Math.max(128L << 20, Runtime.getRuntime().maxMemory() / 4),
            4 * 1024 * 1024 - 64 * 1024,
            1_000,
            25_000,
            12_500,
            Shares.DEFAULT,
            Duration.ofSeconds(15));
  }

  /// How much may go on at once.
  ///
  /// @param streams event streams of all tenants
  /// @param waiting calls of one tenant that wait for jobs
  public record Shares(int streams, int streamsPerTenant, int waiting) {

    static final Shares DEFAULT = new Shares(20_000, 10_000, 10_000);
  }

  public static final int DEFAULT_PORT = 7879;

  public static final GrpcSettings DEFAULT =
      new GrpcSettings(
          "127.0.0.1", DEFAULT_PORT, true, Duration.ofSeconds(10), null, Limits.DEFAULT);

  int maxDequeueBytes() {
    return limits.dequeueBytes();
  }

  public GrpcSettings withHost(String address) {
    return new GrpcSettings(address, port, reflection, grace, tls, limits);
  }

  public GrpcSettings withPort(int number) {
    return new GrpcSettings(host, number, reflection, grace, tls, limits);
  }

  public GrpcSettings withReflection(boolean served) {
    return new GrpcSettings(host, port, served, grace, tls, limits);
  }

  public GrpcSettings withGrace(Duration longest) {
    return new GrpcSettings(host, port, reflection, longest, tls, limits);
  }

  public GrpcSettings withTls(@Nullable TlsFiles files) {
    return new GrpcSettings(host, port, reflection, grace, files, limits);
  }

  public GrpcSettings withMaxRequestBytes(int bytes) {
    return with(
        new Limits(
            bytes,
            limits.allRequestBytes,
            limits.dequeueBytes,
            limits.callsPerConnection,
            limits.connections,
            limits.connectionsPerAddress,
            limits.shares,
            limits.recheck));
  }

  public GrpcSettings withAllRequestBytes(long bytes) {
    return with(
        new Limits(
            limits.requestBytes,
            bytes,
            limits.dequeueBytes,
            limits.callsPerConnection,
            limits.connections,
            limits.connectionsPerAddress,
            limits.shares,
            limits.recheck));
  }

  public GrpcSettings withMaxDequeueBytes(int bytes) {
    return with(
        new Limits(
            limits.requestBytes,
            limits.allRequestBytes,
            bytes,
            limits.callsPerConnection,
            limits.connections,
            limits.connectionsPerAddress,
            limits.shares,
            limits.recheck));
  }

  public GrpcSettings withMaxCallsPerConnection(int calls) {
    return with(
        new Limits(
            limits.requestBytes,
            limits.allRequestBytes,
            limits.dequeueBytes,
            calls,
            limits.connections,
            limits.connectionsPerAddress,
            limits.shares,
            limits.recheck));
  }

  public GrpcSettings withConnections(int all, int perAddress) {
    return with(
        new Limits(
            limits.requestBytes,
            limits.allRequestBytes,
            limits.dequeueBytes,
            limits.callsPerConnection,
            all,
            perAddress,
            limits.shares,
            limits.recheck));
  }

  public GrpcSettings withShares(Shares shares) {
    return with(
        new Limits(
            limits.requestBytes,
            limits.allRequestBytes,
            limits.dequeueBytes,
            limits.callsPerConnection,
            limits.connections,
            limits.connectionsPerAddress,
            shares,
            limits.recheck));
  }

  public GrpcSettings withRecheck(Duration every) {
    return with(
        new Limits(
            limits.requestBytes,
            limits.allRequestBytes,
            limits.dequeueBytes,
            limits.callsPerConnection,
            limits.connections,
            limits.connectionsPerAddress,
            limits.shares,
            every));
  }

  private GrpcSettings with(Limits changed) {
    return new GrpcSettings(host, port, reflection, grace, tls, changed);
  }
}
