package dev.waybill.server.http.api;

import java.time.Duration;
import java.util.function.Consumer;

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

  public static final HttpLimits DEFAULT = new Fields().value();

  public Duration idle() {
    return times.idle();
  }

  Duration headerTime() {
    return times.header();
  }

  public Duration bodyTime() {
    return times.body();
  }

  public Duration writeTime() {
    return times.write();
  }

  public Duration heartbeat() {
    return times.heartbeat();
  }

  public HttpLimits withBodyBytes(int most) {
    return with(fields -> fields.bodyBytes = most);
  }

  public HttpLimits withAllBodyBytes(long most) {
    return with(fields -> fields.allBodyBytes = most);
  }

  public HttpLimits withConnections(int most) {
    return with(fields -> fields.connections = most);
  }

  public HttpLimits withConnectionsPerAddress(int most) {
    return with(fields -> fields.connectionsPerAddress = most);
  }

  public HttpLimits withDocs(boolean served) {
    return with(fields -> fields.docs = served);
  }

  public HttpLimits withBulk(BulkLimits all) {
    return with(fields -> fields.bulk = all);
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
    return with(fields -> fields.times = all);
  }

  private HttpLimits with(Consumer<Fields> change) {
    Fields fields = new Fields(this);
    change.accept(fields);
    return fields.value();
  }

  /// The fields of a copy while it is made.
  private static final class Fields {
    private int bodyBytes = 32 * 1024 * 1024;
    private long allBodyBytes = Math.max(128L << 20, Runtime.getRuntime().maxMemory() / 4);
    private int headerBytes = 16 * 1024;
    private int connections = 25_000;
    private int connectionsPerAddress = 12_500;
    private boolean docs = true;
    private BulkLimits bulk = BulkLimits.DEFAULT;
    private Times times = Times.DEFAULT;

    private Fields() {}

    private Fields(HttpLimits of) {
      bodyBytes = of.bodyBytes;
      allBodyBytes = of.allBodyBytes;
      headerBytes = of.headerBytes;
      connections = of.connections;
      connectionsPerAddress = of.connectionsPerAddress;
      docs = of.docs;
      bulk = of.bulk;
      times = of.times;
    }

    private HttpLimits value() {
      return new HttpLimits(
          bodyBytes,
          allBodyBytes,
          headerBytes,
          connections,
          connectionsPerAddress,
          docs,
          bulk,
          times);
    }
  }
}
