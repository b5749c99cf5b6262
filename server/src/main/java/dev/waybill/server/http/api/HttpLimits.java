package dev.waybill.server.http.api;

import java.time.Duration;
import java.util.function.Consumer;

/// Limits for clients, and defaults. All of them apply before a call is read.
///
/// @param bodyBytes the maximum size of a body; a longer one is refused without being read
/// @param allBodyBytes the maximum memory for the bodies of all calls; beyond it, bodies that are
///     not small are refused
/// @param allUploadBytes the maximum size of all uploads that are being stored; they use no memory,
///     and quotas do not count them yet
/// @param headerBytes the maximum size of request line and headers
/// @param connections the maximum number of open connections; more wait in the backlog of the
///     system
/// @param connectionsPerAddress the maximum number of connections from one address, or 0 for no
///     limit; more are closed at once
/// @param docs whether `/`, `/docs` and `/openapi.json` are served
/// @param mcp what `/mcp` offers, if the module for it is on the class path
/// @param console the web console, if the module for it is on the class path
public record HttpLimits(
    int bodyBytes,
    long allBodyBytes,
    long allUploadBytes,
    int headerBytes,
    int connections,
    int connectionsPerAddress,
    boolean docs,
    McpMode mcp,
    ConsoleSettings console,
    BulkLimits bulk,
    Times times) {

  /// The maximum number of bulk operations at a time, of all tenants and of one.
  public record BulkLimits(int operations, int operationsPerTenant) {

    public static final BulkLimits DEFAULT = new BulkLimits(32, 4);
  }

  /// Timeouts for clients.
  ///
  /// @param idle how long a connection may stay open without a request
  /// @param handshake the timeout for a TLS handshake
  /// @param header the timeout for all headers of a request
  /// @param body the timeout for a whole body
  /// @param write how long a client may take to accept one write
  /// @param heartbeat the interval of heartbeats on silent streams, and of checks of the
  ///     credentials of waiting calls
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

  public HttpLimits withAllUploadBytes(long most) {
    return with(fields -> fields.allUploadBytes = most);
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

  public HttpLimits withMcp(McpMode mode) {
    return with(fields -> fields.mcp = mode);
  }

  public HttpLimits withConsole(ConsoleSettings settings) {
    return with(fields -> fields.console = settings);
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

  /// The mutable fields of a copy.
  private static final class Fields {
    private int bodyBytes = 32 * 1024 * 1024;
    private long allBodyBytes = Math.max(128L << 20, Runtime.getRuntime().maxMemory() / 4);
    private long allUploadBytes = 1L << 30;
    private int headerBytes = 16 * 1024;
    private int connections = 25_000;
    private int connectionsPerAddress = 12_500;
    private boolean docs = true;
    private McpMode mcp = McpMode.OFF;
    private ConsoleSettings console = ConsoleSettings.DEFAULT;
    private BulkLimits bulk = BulkLimits.DEFAULT;
    private Times times = Times.DEFAULT;

    private Fields() {}

    private Fields(HttpLimits of) {
      bodyBytes = of.bodyBytes;
      allBodyBytes = of.allBodyBytes;
      allUploadBytes = of.allUploadBytes;
      headerBytes = of.headerBytes;
      connections = of.connections;
      connectionsPerAddress = of.connectionsPerAddress;
      docs = of.docs;
      mcp = of.mcp;
      console = of.console;
      bulk = of.bulk;
      times = of.times;
    }

    private HttpLimits value() {
      return new HttpLimits(
          bodyBytes,
          allBodyBytes,
          allUploadBytes,
          headerBytes,
          connections,
          connectionsPerAddress,
          docs,
          mcp,
          console,
          bulk,
          times);
    }
  }
}
