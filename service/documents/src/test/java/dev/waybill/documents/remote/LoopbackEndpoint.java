package dev.waybill.documents.remote;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.waybill.events.jsonschema.JsonTrees;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/// A server on loopback. Planned answers come first.
public class LoopbackEndpoint implements AutoCloseable {

  private final BiFunction<String, JsonNode, String> answers;
  private final HttpServer http;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final List<Asked> asked = new ArrayList<>();
  private final Deque<Planned> planned = new ArrayDeque<>();

  /// @param headers with names in lower case
  public record Asked(String path, Map<String, String> headers, JsonNode body) {}

  private record Planned(int status, Map<String, String> headers, String body) {}

  /// @param answers the answer to a path and a body
  public LoopbackEndpoint(BiFunction<String, JsonNode, String> answers) throws IOException {
    this.answers = answers;
    http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    http.createContext("/", this::take);
    http.setExecutor(threads);
    http.start();
  }

  public final String url() {
    return "http://127.0.0.1:" + http.getAddress().getPort() + "/v1";
  }

  public final synchronized List<Asked> asked() {
    return List.copyOf(asked);
  }

  public final synchronized void plan(int status, String body) {
    planned.add(new Planned(status, Map.of(), body));
  }

  public final synchronized void plan(int status, String header, String value) {
    planned.add(new Planned(status, Map.of(header, value), ""));
  }

  private synchronized void take(HttpExchange exchange) throws IOException {
    JsonNode body =
        JsonTrees.readEvent(
            new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
    Map<String, String> headers =
        exchange.getRequestHeaders().entrySet().stream()
            .collect(
                Collectors.toMap(
                    header -> header.getKey().toLowerCase(java.util.Locale.ROOT),
                    header -> String.join(", ", header.getValue())));
    String path = exchange.getRequestURI().getPath();
    asked.add(new Asked(path, headers, body));
    Planned next = planned.poll();
    send(exchange, next == null ? new Planned(200, Map.of(), answers.apply(path, body)) : next);
  }

  private static void send(HttpExchange exchange, Planned answer) throws IOException {
    byte[] bytes = answer.body().getBytes(StandardCharsets.UTF_8);
    answer.headers().forEach(exchange.getResponseHeaders()::set);
    exchange.sendResponseHeaders(answer.status(), bytes.length == 0 ? -1 : bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  @Override
  public final void close() {
    http.stop(0);
    threads.shutdownNow();
  }
}
