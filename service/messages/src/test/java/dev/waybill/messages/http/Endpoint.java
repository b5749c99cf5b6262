package dev.waybill.messages.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.waybill.Payload;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;

/// An HTTP server on loopback that records requests and returns configured responses.
public final class Endpoint implements AutoCloseable {

  private final HttpServer http;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final List<Asked> asked = new CopyOnWriteArrayList<>();
  private volatile Answering answering = exchange -> answer(exchange, 200, "{\"id\":\"ref-1\"}");

  /// A recorded request; header names are in lower case, the query is decoded.
  public record Asked(String path, String query, Map<String, String> headers, Payload body) {}

  public interface Answering {
    void answer(HttpExchange exchange) throws IOException;
  }

  public Endpoint() throws IOException {
    http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    http.createContext("/", this::take);
    http.setExecutor(threads);
    http.start();
  }

  public URI address() {
    return URI.create("http://127.0.0.1:" + http.getAddress().getPort());
  }

  public List<Asked> asked() {
    return asked;
  }

  public void answers(Answering how) {
    answering = how;
  }

  public void answers(int status, String body) {
    answering = exchange -> answer(exchange, status, body);
  }

  public static void answer(HttpExchange exchange, int status, String body) throws IOException {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  private void take(HttpExchange exchange) throws IOException {
    Map<String, String> headers =
        exchange.getRequestHeaders().entrySet().stream()
            .collect(
                Collectors.toMap(
                    header -> header.getKey().toLowerCase(java.util.Locale.ROOT),
                    header -> String.join(", ", header.getValue())));
    Payload body = Payload.wrap(exchange.getRequestBody().readAllBytes());
    URI uri = exchange.getRequestURI();
    String query = uri.getQuery() == null ? "" : uri.getQuery();
    asked.add(new Asked(uri.getPath(), query, headers, body));
    answering.answer(exchange);
  }

  @Override
  public void close() {
    http.stop(0);
    threads.shutdownNow();
  }
}
