package dev.waybill.client;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.waybill.wire.job.WorkBytes;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.atomic.AtomicInteger;

/// A proxy that refuses [WorkBytes], as a server that does not know them.
final class OlderServer implements AutoCloseable {

  private final HttpClient client = HttpClient.newHttpClient();
  private final AtomicInteger refused = new AtomicInteger();
  private final HttpServer proxy;
  private final URI target;
  private volatile boolean isNew;

  OlderServer(URI target) throws IOException {
    this.target = target;
    proxy = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    proxy.createContext("/", this::pass);
    proxy.start();
  }

  URI address() {
    return URI.create("http://127.0.0.1:" + proxy.getAddress().getPort());
  }

  /// Whether the work format passes from now on.
  void isNew(boolean knowsBytes) {
    isNew = knowsBytes;
  }

  int refused() {
    return refused.get();
  }

  private void pass(HttpExchange exchange) throws IOException {
    String type = exchange.getRequestHeaders().getFirst("Content-Type");
    byte[] body = exchange.getRequestBody().readAllBytes();
    if (!isNew && WorkBytes.MEDIA_TYPE.equals(type)) {
      refused.incrementAndGet();
      answer(exchange, 415, new byte[0]);
      return;
    }
    URI path = target.resolve(exchange.getRequestURI().toString());
    HttpRequest.Builder request =
        HttpRequest.newBuilder(path)
            .method(exchange.getRequestMethod(), HttpRequest.BodyPublishers.ofByteArray(body));
    if (type != null) {
      request.header("Content-Type", type);
    }
    String accept = exchange.getRequestHeaders().getFirst("Accept");
    if (isNew && accept != null) {
      request.header("Accept", accept);
    }
    try {
      HttpResponse<byte[]> response =
          client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
      answer(exchange, response.statusCode(), response.body());
    } catch (InterruptedException closed) {
      Thread.currentThread().interrupt();
    }
  }

  private static void answer(HttpExchange exchange, int status, byte[] body) throws IOException {
    exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  @Override
  public void close() {
    proxy.stop(0);
    client.shutdownNow();
  }
}
