package dev.waybill.server;

import dev.waybill.Waybill;
import dev.waybill.server.auth.Access;
import dev.waybill.server.http.HttpServer;

/// Waybill over the network. Whoever opened the store closes it, after the server.
public final class WaybillServer implements AutoCloseable {

  private final HttpServer http;
  private final ServerSettings settings;

  private WaybillServer(HttpServer http, ServerSettings settings) {
    this.http = http;
    this.settings = settings;
  }

  /// Lets everybody in, and so can be reached from this machine only. Answers when calls are
  /// accepted.
  public static WaybillServer start(Waybill waybill, ServerSettings settings) {
    return start(waybill, settings, Access.open());
  }

  /// Answers when calls are accepted. Refuses an address that others can reach while everybody may
  /// come in.
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

  /// The port of HTTP.
  public int port() {
    return http.port();
  }

  public HttpServer.Load load() {
    return http.load();
  }

  /// Takes no more calls, ends waiting ones and streams at once so that clients go elsewhere, and
  /// lets the others end within the grace.
  @Override
  public void close() {
    http.close(settings.grace());
  }
}
