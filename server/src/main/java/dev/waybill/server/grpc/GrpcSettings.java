package dev.waybill.server.grpc;

import dev.waybill.base.TlsFiles;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// The gRPC settings of a deployment.
///
/// @param port the port to listen on; 0 for any free port
/// @param reflection whether the server describes its methods to everybody
/// @param grace how long active calls may continue when the server is closed
/// @param tls the certificate and key of the server; null for plain text
public record GrpcSettings(
    String host,
    int port,
    boolean reflection,
    Duration grace,
    @Nullable TlsFiles tls,
    Limits limits) {

  /// Limits for clients.
  ///
  /// @param callsPerConnection the maximum number of open calls on one connection, including
  ///     streams and long polls
  /// @param connections the maximum number of open connections; further ones are closed at once
  /// @param connectionsPerAddress the maximum number of connections from one address, or 0 for no
  ///     limit
  /// @param recheck how often the credential of a waiting call is checked again
  public record Limits(
      Bytes bytes,
      int callsPerConnection,
      int connections,
      int connectionsPerAddress,
      Duration recheck) {

    static final Limits DEFAULT =
        new Limits(Bytes.DEFAULT, 1_000, 25_000, 12_500, Duration.ofSeconds(15));

    private Limits withBytes(Bytes changed) {
      return new Limits(changed, callsPerConnection, connections, connectionsPerAddress, recheck);
    }

    private Limits withCallsPerConnection(int most) {
      return new Limits(bytes, most, connections, connectionsPerAddress, recheck);
    }

    private Limits withConnections(int all, int perAddress) {
      return new Limits(bytes, callsPerConnection, all, perAddress, recheck);
    }

    private Limits withRecheck(Duration every) {
      return new Limits(bytes, callsPerConnection, connections, connectionsPerAddress, every);
    }
  }

  /// Limits for the size of messages.
  ///
  /// @param request the maximum size of a request; should leave room for the largest payload
  /// @param allRequests the maximum memory for the requests of all calls; beyond it, requests that
  ///     are not small are refused
  /// @param dequeue the size at which an answer to DequeueJobs takes no further jobs; it always has
  ///     at least one job. The default fits the default limit of clients
  public record Bytes(int request, long allRequests, int dequeue) {

    static final Bytes DEFAULT =
        new Bytes(
            20 * 1024 * 1024,
            Math.max(128L << 20, Runtime.getRuntime().maxMemory() / 4),
            4 * 1024 * 1024 - 64 * 1024);
  }

  public static final int DEFAULT_PORT = 7879;

  public static final GrpcSettings DEFAULT =
      new GrpcSettings(
          "127.0.0.1", DEFAULT_PORT, true, Duration.ofSeconds(10), null, Limits.DEFAULT);

  Bytes bytes() {
    return limits.bytes();
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

  public GrpcSettings withMaxRequestBytes(int most) {
    return with(new Bytes(most, bytes().allRequests, bytes().dequeue));
  }

  public GrpcSettings withAllRequestBytes(long most) {
    return with(new Bytes(bytes().request, most, bytes().dequeue));
  }

  public GrpcSettings withMaxDequeueBytes(int most) {
    return with(new Bytes(bytes().request, bytes().allRequests, most));
  }

  public GrpcSettings withMaxCallsPerConnection(int most) {
    return with(limits.withCallsPerConnection(most));
  }

  public GrpcSettings withConnections(int all, int perAddress) {
    return with(limits.withConnections(all, perAddress));
  }

  public GrpcSettings withRecheck(Duration every) {
    return with(limits.withRecheck(every));
  }

  private GrpcSettings with(Bytes changed) {
    return with(limits.withBytes(changed));
  }

  private GrpcSettings with(Limits changed) {
    return new GrpcSettings(host, port, reflection, grace, tls, changed);
  }
}
