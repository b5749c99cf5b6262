package dev.waybill.documents;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.waybill.Payload;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/// A host of a caller on loopback: it has files, and takes webhooks.
final class CallerHost implements AutoCloseable {

  final List<Call> posts = new CopyOnWriteArrayList<>();
  private final Map<String, Answer> answers;
  private final HttpServer server;

  /// A request that arrived.
  record Call(Map<String, String> headers, Payload content) {

    byte[] body() {
      return content.bytes();
    }
  }

  /// @param location of a redirect; empty for none
  record Answer(int status, String location, Payload content) {

    static Answer file(byte[] body) {
      return new Answer(200, "", Payload.of(body));
    }

    static Answer redirect(String to) {
      return new Answer(302, to, Payload.empty());
    }
  }

  CallerHost(Map<String, Answer> answers) throws IOException {
    this.answers = answers;
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::handle);
    server.start();
  }

  String url(String path) {
    return "http://127.0.0.1:" + server.getAddress().getPort() + path;
  }

  private void handle(HttpExchange exchange) {
    try (exchange) {
      byte[] body = exchange.getRequestBody().readAllBytes();
      if (exchange.getRequestMethod().equals("POST")) {
        Map<String, String> headers = new HashMap<>();
        exchange.getRequestHeaders().forEach((name, all) -> headers.put(name, all.getFirst()));
        posts.add(new Call(headers, Payload.of(body)));
      }
      Answer none =
          new Answer(exchange.getRequestMethod().equals("POST") ? 200 : 404, "", Payload.empty());
      answer(exchange, answers.getOrDefault(exchange.getRequestURI().getPath(), none));
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  private static void answer(HttpExchange exchange, Answer answer) throws IOException {
    if (!answer.location().isEmpty()) {
      exchange.getResponseHeaders().set("Location", answer.location());
    }
    byte[] body = answer.content().bytes();
    exchange.sendResponseHeaders(answer.status(), body.length == 0 ? -1 : body.length);
    exchange.getResponseBody().write(body);
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
