package dev.waybill.server.http;

import java.time.Duration;

/// What a client may cost, and what holds where it does not say. Every limit holds before a call
/// is looked at.
///
/// @param bodyBytes the largest body; a longer one is refused without being read
/// @param allBodyBytes how much memory the bodies of all calls together may take; above it, those
///     that are not small are refused
/// @param headerBytes the largest request line and headers together
/// @param connections how many may be open; more wait in the backlog of the system
/// @param connectionsPerAddress how many one address may have open, or 0 for any number; more are
///     closed at once
/// @param streams how many event streams may be open
/// @param operations how many bulk operations may run at once
/// @param idle how long a connection may be silent while nothing is going on
/// @param headerTime how long the headers of one request may take, all in all
/// @param bodyTime how long a body may take, all in all
/// @param writeTime how long a client may take to accept one write
/// @param heartbeat how often a silent stream says that it is alive
public record HttpLimits(
    int bodyBytes,
    long allBodyBytes,
    int headerBytes,
    int connections,
    int connectionsPerAddress,
    int streams,
    int operations,
    Duration idle,
    Duration headerTime,
    Duration bodyTime,
    Duration writeTime,
    Duration heartbeat) {

  public static final HttpLimits DEFAULT =
      new HttpLimits(
          32 * 1024 * 1024,
          Math.max(128L << 20, Runtime.getRuntime().maxMemory() / 4),
          16 * 1024,
          25_000,
          12_500,
          20_000,
          8,
          Duration.ofSeconds(60),
          Duration.ofSeconds(10),
          Duration.ofSeconds(60),
          Duration.ofSeconds(30),
          Duration.ofSeconds(15));

  public HttpLimits withBodyBytes(int most) {
    return new HttpLimits(
        most,
        allBodyBytes,
        headerBytes,
        connections,
        connectionsPerAddress,
        streams,
        operations,
        idle,
        headerTime,
        bodyTime,
        writeTime,
        heartbeat);
  }

  public HttpLimits withAllBodyBytes(long most) {
    return new HttpLimits(
        bodyBytes,
        most,
        headerBytes,
        connections,
        connectionsPerAddress,
        streams,
        operations,
        idle,
        headerTime,
        bodyTime,
        writeTime,
        heartbeat);
  }

  public HttpLimits withConnections(int most) {
    return new HttpLimits(
        bodyBytes,
        allBodyBytes,
        headerBytes,
        most,
        connectionsPerAddress,
        streams,
        operations,
        idle,
        headerTime,
        bodyTime,
        writeTime,
        heartbeat);
  }

  public HttpLimits withConnectionsPerAddress(int most) {
    return new HttpLimits(
        bodyBytes,
        allBodyBytes,
        headerBytes,
        connections,
        most,
        streams,
        operations,
        idle,
        headerTime,
        bodyTime,
        writeTime,
        heartbeat);
  }

  public HttpLimits withStreams(int most) {
    return new HttpLimits(
        bodyBytes,
        allBodyBytes,
        headerBytes,
        connections,
        connectionsPerAddress,
        most,
        operations,
        idle,
        headerTime,
        bodyTime,
        writeTime,
        heartbeat);
  }

  public HttpLimits withOperations(int most) {
    return new HttpLimits(
        bodyBytes,
        allBodyBytes,
        headerBytes,
        connections,
        connectionsPerAddress,
        streams,
        most,
        idle,
        headerTime,
        bodyTime,
        writeTime,
        heartbeat);
  }

  public HttpLimits withTimes(Duration silent, Duration headers, Duration body, Duration write) {
    return new HttpLimits(
        bodyBytes,
        allBodyBytes,
        headerBytes,
        connections,
        connectionsPerAddress,
        streams,
        operations,
        silent,
        headers,
        body,
        write,
        heartbeat);
  }

  public HttpLimits withHeartbeat(Duration every) {
    return new HttpLimits(
        bodyBytes,
        allBodyBytes,
        headerBytes,
        connections,
        connectionsPerAddress,
        streams,
        operations,
        idle,
        headerTime,
        bodyTime,
        writeTime,
        every);
  }
}
