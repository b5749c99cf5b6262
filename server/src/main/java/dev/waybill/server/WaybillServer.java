package dev.waybill.server;

import dev.waybill.Waybill;
import dev.waybill.server.auth.Access;
import dev.waybill.server.http.HttpServer;

/// Waybill over the network. The caller opens the store, and closes it after the server.
public final class WaybillServer implements AutoCloseable {

  private final HttpServer http;
  private final ServerSettings settings;

  private WaybillServer(HttpServer http, ServerSettings settings) {
    this.http = http;
    this.settings = settings;
  }

  /// Starts without authentication, reachable from this machine only. Returns when the server
  /// accepts calls.
  public static WaybillServer start(Waybill waybill, ServerSettings settings) {
    return start(waybill, settings, Access.open());
  }

  /// Returns when the server accepts calls. Refuses to listen on an address that other machines can
  /// reach while access is open.
  public static WaybillServer start(Waybill waybill, ServerSettings settings, Access access) {
    return start(waybill, settings, access, HttpServer.Watching.NONE);
  }

  static WaybillServer start(
      Waybill waybill, ServerSettings settings, Access access, HttpServer.Watching watching) {
    access.checkMayListenOn(settings.host());
    HttpServer http =
        HttpServer.start(
            waybill,
            access,
            settings.host(),
            settings.port(),
            settings.http(),
            settings.tls(),
            watching);
    return new WaybillServer(http, settings);
  }

  /// The HTTP port.
  public int port() {
    return http.port();
  }

  public HttpServer.Load load() {
    return http.load();
  }

  /// Refuses new calls, ends long polls and streams at once so that clients connect elsewhere, and
  /// waits for the other calls within the grace.
  @Override
  public void close() {
    http.close(settings.grace());
  }
}
