package dev.waybill.documents.embed;

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
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import tools.jackson.databind.JsonNode;

/// A server on loopback that speaks the protocols of Google's and OpenAI's embeddings. The vector
/// of a text is its length and 1. Planned answers come first.
final class EmbeddingEndpoint implements AutoCloseable {

  private final HttpServer http;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final List<Asked> asked = new ArrayList<>();
  private final Deque<Planned> planned = new ArrayDeque<>();

  /// @param headers with names in lower case
  record Asked(String path, Map<String, String> headers, JsonNode body) {}

  private record Planned(int status, Map<String, String> headers, String body) {}

  EmbeddingEndpoint() throws IOException {
    http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    http.createContext("/", this::take);
    http.setExecutor(threads);
    http.start();
  }

  String url() {
    return "http://127.0.0.1:" + http.getAddress().getPort() + "/v1";
  }

  synchronized List<Asked> asked() {
    return List.copyOf(asked);
  }

  synchronized void plan(int status, String body) {
    planned.add(new Planned(status, Map.of(), body));
  }

  synchronized void plan(int status, String header, String value) {
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
    send(exchange, next == null ? new Planned(200, Map.of(), answer(path, body)) : next);
  }

  private static void send(HttpExchange exchange, Planned answer) throws IOException {
    byte[] bytes = answer.body().getBytes(StandardCharsets.UTF_8);
    answer.headers().forEach(exchange.getResponseHeaders()::set);
    exchange.sendResponseHeaders(answer.status(), bytes.length == 0 ? -1 : bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  private static String answer(String path, JsonNode body) {
    return path.endsWith(":batchEmbedContents") ? google(body) : openAi(body);
  }

  private static String google(JsonNode body) {
    List<String> vectors = new ArrayList<>();
    for (JsonNode request : body.get("requests")) {
      int length = request.get("content").get("parts").get(0).get("text").asString().length();
      vectors.add("{\"values\": [\n  " + length + ".0,\n  1\n]}");
    }
    return "{\"embeddings\": [" + String.join(",", vectors) + "]}";
  }

  /// In reverse order, as the protocol permits.
  private static String openAi(JsonNode body) {
    List<String> vectors =
        IntStream.range(0, body.get("input").size())
            .mapToObj(
                i ->
                    "{\"object\":\"embedding\",\"index\":%d,\"embedding\":[%d,1.0]}"
                        .formatted(i, body.get("input").get(i).asString().length()))
            .toList();
    return "{\"object\":\"list\",\"data\":["
        + String.join(",", vectors.reversed())
        + "],\"model\":\"m\",\"usage\":{\"prompt_tokens\":7,\"total_tokens\":"
        + 10 * vectors.size()
        + "}}";
  }

  @Override
  public void close() {
    http.stop(0);
    threads.shutdownNow();
  }
}
