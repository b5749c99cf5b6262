package dev.waybill.mcp;

import dev.waybill.Job;
import dev.waybill.Lease;
import dev.waybill.LeaseRequest;
import dev.waybill.NewJob;
import dev.waybill.Outcome;
import dev.waybill.Settlement;
import dev.waybill.Waybill;
import dev.waybill.admin.NewAccessKey;
import dev.waybill.admin.Scope;
import dev.waybill.engine.EngineOpener;
import dev.waybill.server.ServerSettings;
import dev.waybill.server.WaybillServer;
import dev.waybill.server.auth.Access;
import dev.waybill.server.auth.AccessSettings;
import dev.waybill.server.auth.Books;
import dev.waybill.server.http.api.HttpLimits;
import dev.waybill.server.http.api.McpMode;
import dev.waybill.settings.Settings;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// A real server with API keys and `/mcp`, and clients of the SDK.
final class Served implements AutoCloseable {

  final Waybill waybill;

  private final Access access;
  private final WaybillServer server;
  private final HttpClient http = HttpClient.newHttpClient();
  private final List<McpSyncClient> clients = new ArrayList<>();

  Served(Path folder, McpMode mode) {
    this(folder, mode, InstantSource.system());
  }

  Served(Path folder, McpMode mode, InstantSource clock) {
    Settings engine = Settings.DEFAULT.withClock(clock);
    waybill = EngineOpener.over(EngineOpener.backend(folder.toUri(), engine), engine);
    access = Access.over(waybill.service(Books.class), AccessSettings.DEFAULT).alone();
    server =
        WaybillServer.start(
            waybill,
            ServerSettings.DEFAULT.withPort(0).withHttp(HttpLimits.DEFAULT.withMcp(mode)),
            access);
  }

  Books books() {
    return access.books().orElseThrow();
  }

  String key(String tenant, Scope... scopes) {
    return books().keys().create(tenant, new NewAccessKey(Set.of(scopes), "test", null)).text();
  }

  /// A connected client with a new key.
  Caller caller(String tenant, Scope... scopes) {
    McpSyncClient client = client(key(tenant, scopes));
    client.initialize();
    return new Caller(client);
  }

  McpSyncClient client(String key) {
    HttpClientStreamableHttpTransport transport =
        HttpClientStreamableHttpTransport.builder("http://127.0.0.1:" + server.port())
            .endpoint("/mcp")
            .requestBuilder(HttpRequest.newBuilder().header("Authorization", "Bearer " + key))
            .build();
    McpSyncClient client = McpClient.sync(transport).requestTimeout(Duration.ofSeconds(60)).build();
    clients.add(client);
    return client;
  }

  /// A message without the SDK.
  HttpResponse<String> post(String key, String json, String... headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + "/mcp"))
            .header("Authorization", "Bearer " + key)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(json));
    for (int i = 0; i < headers.length; i += 2) {
      request.header(headers[i], headers[i + 1]);
    }
    return send(request.build());
  }

  HttpResponse<String> get(String key) {
    return send(
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + "/mcp"))
            .header("Authorization", "Bearer " + key)
            .build());
  }

  private HttpResponse<String> send(HttpRequest request) {
    try {
      return http.send(request, BodyHandlers.ofString());
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    } catch (InterruptedException interrupted) {
      throw new AssertionError(interrupted);
    }
  }

  /// A job that became a dead letter.
  Job dead(String tenant, String queue) {
    Waybill theirs = waybill.tenant(tenant);
    theirs.enqueue(NewJob.builder("mail").queue(queue).payload("{\"to\":\"ada\"}").build());
    Lease lease = theirs.lease(LeaseRequest.of(queue, "w")).getFirst();
    theirs.settle(List.of(new Settlement(lease.token(), Outcome.reject("no such address"))));
    return theirs.find(lease.job().id()).orElseThrow();
  }

  @Override
  public void close() {
    clients.forEach(McpSyncClient::close);
    server.close();
    http.shutdownNow();
    waybill.close();
  }

  /// Calls tools.
  record Caller(McpSyncClient client) {

    List<String> tools() {
      return client.listTools().tools().stream().map(tool -> tool.name()).toList();
    }

    Answer call(String tool, Map<String, Object> arguments) {
      return new Answer(
          client.callTool(CallToolRequest.builder(tool).arguments(arguments).build()));
    }
  }
}
