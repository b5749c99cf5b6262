package dev.waybill.server.grpc;

import dev.waybill.server.config.TlsFiles;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// What a deployment may change about gRPC.
///
/// @param port where to listen; 0 for any that is free
/// @param maxRequestBytes the largest request; should leave room for the largest payload
/// @param maxDequeueBytes how large an answer to DequeueJobs grows before further jobs are left in
///     the queue; one job is always given, however large. The default fits the limit that clients
///     have by default.
/// @param maxCallsPerConnection how many calls, streams and long polls one connection may have open
/// @param grace how long calls that run may go on when the server is closed
/// @param tls who the server says it is; null for calls in the clear
public record GrpcSettings(
    String host,
    int port,
    int maxRequestBytes,
    int maxDequeueBytes,
    int maxCallsPerConnection,
    Duration grace,
    @Nullable TlsFiles tls) {

  public static final int DEFAULT_PORT = 7879;

  public static final GrpcSettings DEFAULT =
      new GrpcSettings(
          "127.0.0.1",
          DEFAULT_PORT,
          20 * 1024 * 1024,
          4 * 1024 * 1024 - 64 * 1024,
          1_000,
          Duration.ofSeconds(10),
          null);

  public GrpcSettings withHost(String address) {
    return new GrpcSettings(
        address, port, maxRequestBytes, maxDequeueBytes, maxCallsPerConnection, grace, tls);
  }

  public GrpcSettings withPort(int number) {
    return new GrpcSettings(
        host, number, maxRequestBytes, maxDequeueBytes, maxCallsPerConnection, grace, tls);
  }

  public GrpcSettings withMaxRequestBytes(int bytes) {
    return new GrpcSettings(host, port, bytes, maxDequeueBytes, maxCallsPerConnection, grace, tls);
  }

  public GrpcSettings withMaxDequeueBytes(int bytes) {
    return new GrpcSettings(host, port, maxRequestBytes, bytes, maxCallsPerConnection, grace, tls);
  }

  public GrpcSettings withMaxCallsPerConnection(int calls) {
    return new GrpcSettings(host, port, maxRequestBytes, maxDequeueBytes, calls, grace, tls);
  }

  public GrpcSettings withGrace(Duration longest) {
    return new GrpcSettings(
        host, port, maxRequestBytes, maxDequeueBytes, maxCallsPerConnection, longest, tls);
  }

  public GrpcSettings withTls(@Nullable TlsFiles files) {
    return new GrpcSettings(
        host, port, maxRequestBytes, maxDequeueBytes, maxCallsPerConnection, grace, files);
  }
}
