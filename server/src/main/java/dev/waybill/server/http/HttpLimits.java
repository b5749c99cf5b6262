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
/// @param docs whether `/`, `/docs` and `/openapi.json` are served
public record HttpLimits(
    int bodyBytes,
    long allBodyBytes,
    int headerBytes,
    int connections,
    int connectionsPerAddress,
    boolean docs,
    BulkLimits bulk,
    Times times) {

  /// How many bulk operations may run at once, of all tenants and of one.
  public record BulkLimits(int operations, int operationsPerTenant) {

    public static final BulkLimits DEFAULT = new BulkLimits(32, 4);
  }

  /// How long a client may take.
  ///
  /// @param idle how long a connection may be silent while nothing is going on
  /// @param handshake how long the TLS handshake of a connection may take
  /// @param header how long the headers of one request may take, all in all
  /// @param body how long a body may take, all in all
  /// @param write how long a client may take to accept one write
  /// @param heartbeat how often a silent stream says that it is alive, and how often the
  ///     credential of a call that waits is checked again
  public record Times(
      Duration idle,
      Duration handshake,
      Duration header,
      Duration body,
      Duration write,
      Duration heartbeat) {

    static final Times DEFAULT =
        new Times(
            Duration.ofSeconds(60),
            Duration.ofSeconds(10),
            Duration.ofSeconds(10),
            Duration.ofSeconds(60),
            Duration.ofSeconds(30),
            Duration.ofSeconds(15));
  }

  public static final HttpLimits DEFAULT =
      new HttpLimits(
          32 * 1024 * 1024,
          Math.max(128L << 20, Runtime.getRuntime().maxMemory() / 4),
          16 * 1024,
          25_000,
          12_500,
          true,
          BulkLimits.DEFAULT,
          Times.DEFAULT);

  Duration idle() {
    return times.idle();
  }

  Duration headerTime() {
    return times.header();
  }

  Duration bodyTime() {
    return times.body();
  }

  Duration writeTime() {
    return times.write();
  }

  Duration heartbeat() {
    return times.heartbeat();
  }

  public HttpLimits withBodyBytes(int most) {
    return new HttpLimits(
        most, allBodyBytes, headerBytes, connections, connectionsPerAddress, docs, bulk, times);
  }

  public HttpLimits withAllBodyBytes(long most) {
    return new HttpLimits(
        bodyBytes, most, headerBytes, connections, connectionsPerAddress, docs, bulk, times);
  }

  public HttpLimits withConnections(int most) {
    return new HttpLimits(
        bodyBytes, allBodyBytes, headerBytes, most, connectionsPerAddress, docs, bulk, times);
  }

  public HttpLimits withConnectionsPerAddress(int most) {
    return new HttpLimits(
        bodyBytes, allBodyBytes, headerBytes, connections, most, docs, bulk, times);
  }

  public HttpLimits withDocs(boolean served) {
    return new HttpLimits(
        bodyBytes,
        allBodyBytes,
        headerBytes,
        connections,
        connectionsPerAddress,
        served,
        bulk,
        times);
  }

  public HttpLimits withBulk(BulkLimits all) {
    return new HttpLimits(
        bodyBytes, allBodyBytes, headerBytes, connections, connectionsPerAddress, docs, all, times);
  }

  public HttpLimits withTimes(Duration silent, Duration headers, Duration body, Duration write) {
    return withTimes(new Times(silent, times.handshake(), headers, body, write, times.heartbeat()));
  }

  public HttpLimits withHandshakeTime(Duration most) {
    return withTimes(
        new Times(
            times.idle(), most, times.header(), times.body(), times.write(), times.heartbeat()));
  }

  public HttpLimits withHeartbeat(Duration every) {
    return withTimes(
        new Times(
            times.idle(), times.handshake(), times.header(), times.body(), times.write(), every));
  }

  private HttpLimits withTimes(Times all) {
    return new HttpLimits(
        bodyBytes, allBodyBytes, headerBytes, connections, connectionsPerAddress, docs, bulk, all);
  }
}
