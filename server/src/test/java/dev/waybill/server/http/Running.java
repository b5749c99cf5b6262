package dev.waybill.server.http;

import dev.waybill.Waybill;
import dev.waybill.server.auth.Access;
import dev.waybill.server.http.api.HttpLimits;
import dev.waybill.settings.Settings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;

/// A real server on the embedded store, and a client.
public final class Running implements AutoCloseable {

  private static final Duration GRACE = Duration.ofSeconds(5);

  private final Waybill waybill;
  private final HttpServer server;
  private final HttpClient client = HttpClient.newHttpClient();

  private Running(Waybill waybill, HttpServer server) {
    this.waybill = waybill;
    this.server = server;
  }

  public static Running in(Path folder) {
    return in(folder, HttpLimits.DEFAULT);
  }

  public static Running in(Path folder, HttpLimits limits) {
    return in(folder, limits, Settings.DEFAULT);
  }

  public static Running in(Path folder, HttpLimits limits, Settings settings) {
    return over(Waybill.open(folder, settings), limits);
  }

  public static Running over(Waybill waybill, HttpLimits limits) {
    return over(waybill, limits, Access.open());
  }

  public static Running over(Waybill waybill, HttpLimits limits, Access access) {
    HttpServer server = HttpServer.start(waybill, access, "127.0.0.1", 0, limits);
    return new Running(waybill, server);
  }

  public Waybill waybill() {
    return waybill;
  }

  /// Closes the server, but not the store.
  void closeServer() {
    server.close(GRACE);
  }

  HttpServer.Load load() {
    return server.load();
  }

  int waits() {
    return server.load().waiting();
  }

  public URI address(String path) {
    return URI.create("http://127.0.0.1:" + server.port() + path);
  }

  public Answer get(String path) {
    return send(path, request -> request);
  }

  public Answer get(String path, String header, String value) {
    return send(path, request -> request.header(header, value));
  }

  public Answer post(String path, String json) {
    return send(path, request -> posting(request, json));
  }

  public Answer post(String path, String json, String header, String value) {
    return send(path, request -> posting(request, json).header(header, value));
  }

  CompletableFuture<Answer> posted(String path, String json) {
    HttpRequest request = posting(HttpRequest.newBuilder(address(path)), json).build();
    return client.sendAsync(request, BodyHandlers.ofString()).thenApply(Answer::new);
  }

  CompletableFuture<Answer> got(String path) {
    HttpRequest request = HttpRequest.newBuilder(address(path)).build();
    return client.sendAsync(request, BodyHandlers.ofString()).thenApply(Answer::new);
  }

  public Answer send(String path, UnaryOperator<HttpRequest.Builder> more) {
    HttpRequest request = more.apply(HttpRequest.newBuilder(address(path))).build();
    try {
      return new Answer(client.send(request, BodyHandlers.ofString()));
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    } catch (InterruptedException interrupted) {
      throw new AssertionError(interrupted);
    }
  }

  public static HttpRequest.Builder posting(HttpRequest.Builder request, String json) {
    return request
        .header("Content-Type", "application/json")
        .POST(HttpRequest.BodyPublishers.ofString(json));
  }

  /// A plain socket.
  Socket connect() throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
    socket.setSoTimeout(10_000);
    return socket;
  }

  static void say(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  /// Everything that the server sends until it closes the connection.
  static String hearAll(Socket socket) throws IOException {
    return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }

  @Override
  public void close() {
    closeServer();
    client.shutdownNow();
    waybill.close();
  }

  /// An answer.
  public record Answer(HttpResponse<String> response) {

    public int status() {
      return response.statusCode();
    }

    public String body() {
      return response.body();
    }

    public Tree json() {
      return Tree.parse(body());
    }

    public String header(String name) {
      return response.headers().firstValue(name).orElse("");
    }

    public String code() {
      return json().at("code").text();
    }
  }
}
