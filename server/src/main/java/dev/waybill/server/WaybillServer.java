package dev.waybill.server;

import dev.waybill.Waybill;
import dev.waybill.server.auth.OpenAccess;
import dev.waybill.server.http.HttpServer;

/// Waybill over the network. Whoever opened the store closes it, after the server.
public final class WaybillServer implements AutoCloseable {

  private final HttpServer http;
  private final ServerSettings settings;

  private WaybillServer(HttpServer http, ServerSettings settings) {
    this.http = http;
    this.settings = settings;
  }

  /// Answers when calls are accepted.
  public static WaybillServer start(Waybill waybill, ServerSettings settings) {
    HttpServer http =
        HttpServer.start(
            waybill, new OpenAccess(), settings.host(), settings.port(), settings.http());
    return new WaybillServer(http, settings);
  }

  /// The port of HTTP.
  public int port() {
    return http.port();
  }

  /// Takes no more calls, ends waiting ones and streams at once so that clients go elsewhere, and
  /// lets the others end within the grace.
  @Override
  public void close() {
    http.close(settings.grace());
  }
}
