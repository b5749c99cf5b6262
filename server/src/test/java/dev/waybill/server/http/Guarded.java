package dev.waybill.server.http;

import dev.waybill.Waybill;
import dev.waybill.admin.CreatedKey;
import dev.waybill.admin.NewAccessKey;
import dev.waybill.admin.Scope;
import dev.waybill.conformance.ManualClock;
import dev.waybill.documents.DocumentsProvider;
import dev.waybill.engine.EngineOpener;
import dev.waybill.server.ServerSettings;
import dev.waybill.server.WaybillServer;
import dev.waybill.server.auth.Access;
import dev.waybill.server.auth.AccessKeys;
import dev.waybill.server.auth.AccessSettings;
import dev.waybill.server.auth.Books;
import dev.waybill.server.http.api.HttpLimits;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Backend;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// A real server on the embedded store with API keys, and a client with a key.
public final class Guarded implements AutoCloseable {

  /// These tests make many failed authentications from one address.
  static final AccessSettings TOLERANT = AccessSettings.DEFAULT.withFailuresPerSecond(0);

  /// The trace context of every call.
  public static final String TRACE = "00-0123456789abcdef0123456789abcdef-0123456789abcdef-01";

  public final ManualClock clock = new ManualClock();
  public final Access access;
  public final Waybill waybill;

  private final WaybillServer server;
  private final HttpClient client = HttpClient.newHttpClient();

  public Guarded(Path folder, AccessSettings settings) {
    this(folder, settings, HttpLimits.DEFAULT);
  }

  public Guarded(Path folder, AccessSettings settings, HttpLimits limits) {
    Settings engine =
        Settings.DEFAULT
            .withClock(clock)
            .withServiceSetting(DocumentsProvider.PATH, folder.resolve("documents").toString());
    Backend backend = EngineOpener.backend(folder.toUri(), engine);
    waybill = EngineOpener.over(backend, engine);
    access = Access.over(waybill.service(Books.class), settings).alone();
    ServerSettings where =
        ServerSettings.DEFAULT.withPort(0).withGrace(Duration.ofSeconds(5)).withHttp(limits);
    server = WaybillServer.start(waybill, where, access);
  }

  public URI address(String path) {
    return URI.create("http://127.0.0.1:" + server.port() + path);
  }

  HttpServer.Load load() {
    return server.load();
  }

  public AccessKeys keys() {
    return access.books().orElseThrow().keys();
  }

  public CreatedKey key(String tenant, Scope... scopes) {
    return keys().create(tenant, new NewAccessKey(Set.of(scopes), "test", null));
  }

  public CreatedKey key(String tenant, Instant end) {
    return keys().create(tenant, new NewAccessKey(Set.of(Scope.values()), "test", end));
  }

  /// Sends any request.
  public Running.Answer send(String path, UnaryOperator<HttpRequest.Builder> more) {
    try {
      HttpRequest request = more.apply(HttpRequest.newBuilder(address(path))).build();
      return new Running.Answer(client.send(request, BodyHandlers.ofString()));
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    } catch (InterruptedException interrupted) {
      throw new AssertionError(interrupted);
    }
  }

  public Running.Answer get(String path, @Nullable String key) {
    return call("GET", path, "", key);
  }

  public Running.Answer post(String path, String json, @Nullable String key) {
    return call("POST", path, json, key);
  }

  public Running.Answer call(String method, String path, String json, @Nullable String key) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(address(path))
            .header("Content-Type", "application/json")
            .header("traceparent", TRACE)
            .method(
                method, json.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(json));
    if (key != null) {
      request.header("Authorization", "Bearer " + key);
    }
    return send(path, _ -> request);
  }

  public void closeServer() {
    server.close();
  }

  @Override
  public void close() {
    server.close();
    client.shutdownNow();
    waybill.close();
  }
}
