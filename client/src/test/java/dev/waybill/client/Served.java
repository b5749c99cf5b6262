package dev.waybill.client;

import dev.waybill.Waybill;
import dev.waybill.server.ServerSettings;
import dev.waybill.server.WaybillServer;
import dev.waybill.settings.ConnectSettings;
import dev.waybill.settings.Settings;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;

/// A server with an embedded store that can be stopped and started again on the same port.
final class Served implements AutoCloseable {

  private static final ServerSettings SETTINGS =
      ServerSettings.DEFAULT.withPort(0).withGrace(Duration.ofSeconds(5));

  /// A server that is closed in this process may leave a connection open on which nobody answers;
  /// then a call ends by its timeout.
  private static final ConnectSettings FAST =
      ConnectSettings.DEFAULT.withCallTime(Duration.ofSeconds(3));

  private final Waybill store;
  private final int port;
  private WaybillServer server;

  private Served(Waybill store, WaybillServer server) {
    this.store = store;
    this.server = server;
    this.port = server.port();
  }

  static Served in(Path folder) {
    return over(
        Waybill.open(folder, Settings.DEFAULT.withMaintenanceEvery(Duration.ofMillis(50))),
        SETTINGS);
  }

  static Served over(Waybill store, ServerSettings settings) {
    return new Served(store, WaybillServer.start(store, settings));
  }

  /// The store of the server, without the network.
  Waybill store() {
    return store;
  }

  int port() {
    return port;
  }

  URI address() {
    return URI.create("http://127.0.0.1:" + port);
  }

  Waybill connect() {
    return Waybill.connect(address(), FAST);
  }

  Waybill connect(Duration retryFor) {
    return Waybill.connect(address(), FAST.withRetryFor(retryFor));
  }

  void stop() {
    server.close();
  }

  void startAgain() {
    server = WaybillServer.start(store, SETTINGS.withPort(port));
  }

  @Override
  public void close() {
    server.close();
    store.close();
  }
}
