package dev.waybill.console;

import dev.waybill.Waybill;
import dev.waybill.admin.NewAccessKey;
import dev.waybill.admin.Scope;
import dev.waybill.conformance.FreePort;
import dev.waybill.engine.EngineOpener;
import dev.waybill.server.Service;
import dev.waybill.server.auth.Books;
import dev.waybill.server.config.ConfigReader;
import dev.waybill.settings.ConnectSettings;
import dev.waybill.settings.Settings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A whole server with its console, which can be stopped and started again at the same address.
final class ConsoleServer implements AutoCloseable {

  private final Path folder;
  private final int port = FreePort.next();
  private final HttpClient http = HttpClient.newHttpClient();
  private final Map<String, String> settings;
  private @Nullable Service service;

  private ConsoleServer(Path folder, Map<String, String> settings) {
    this.folder = folder;
    this.settings = settings;
  }

  /// Without keys: open to everybody on this machine.
  static ConsoleServer open(Path folder) {
    ConsoleServer server = new ConsoleServer(folder, Map.of());
    server.start();
    return server;
  }

  /// With people who sign in at an issuer.
  static ConsoleServer trusting(Path folder, LoopbackIssuer issuer) {
    ConsoleServer server = new ConsoleServer(folder, issuer.settings());
    server.start();
    return server;
  }

  /// Creates a key before the server starts, which then asks for keys.
  static String key(Path folder, String tenant, Scope... scopes) {
    try (Waybill store =
        EngineOpener.over(
            EngineOpener.backend(folder.toUri(), Settings.DEFAULT), Settings.DEFAULT)) {
      NewAccessKey key = new NewAccessKey(Set.of(scopes), "key of " + tenant, null);
      return store.service(Books.class).keys().create(tenant, key).text();
    }
  }

  void start() {
    Map<String, String> values = new HashMap<>(settings);
    values.put("store.path", folder.toString());
    values.put("server.port", Integer.toString(port));
    values.put("server.grpc_port", "0");
    values.put("console.url", url());
    service = Service.start(ConfigReader.read(null, Map.of(), values), Map.of());
  }

  void stop() {
    if (service != null) {
      service.close();
      service = null;
    }
  }

  String url() {
    return "http://127.0.0.1:" + port;
  }

  Waybill client() {
    return Waybill.connect(URI.create(url()));
  }

  Waybill client(String key) {
    return Waybill.connect(URI.create(url()), ConnectSettings.DEFAULT.withKey(key));
  }

  /// A call of the API that must succeed.
  String call(String method, String path, String json) {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(url() + path))
            .header("Content-Type", "application/json")
            .method(method, BodyPublishers.ofString(json))
            .build();
    HttpResponse<String> answer = send(request);
    if (answer.statusCode() >= 300) {
      throw new AssertionError(method + " " + path + ": " + answer.body());
    }
    return answer.body();
  }

  HttpResponse<String> get(String path, String... headers) {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url() + path));
    for (int i = 0; i < headers.length; i += 2) {
      request.header(headers[i], headers[i + 1]);
    }
    return send(request.build());
  }

  HttpResponse<String> send(HttpRequest request) {
    try {
      return http.send(request, BodyHandlers.ofString());
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    } catch (InterruptedException interrupted) {
      throw new AssertionError(interrupted);
    }
  }

  @Override
  public void close() {
    stop();
    http.shutdownNow();
  }
}
