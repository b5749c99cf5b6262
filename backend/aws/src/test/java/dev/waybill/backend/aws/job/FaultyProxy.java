package dev.waybill.backend.aws.job;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/// A proxy before a service of AWS that lets requests fail.
final class FaultyProxy implements AutoCloseable {

  /// What happens to a request.
  enum Fault {
    NONE,
    /// The connection is cut before the service sees the request.
    CUT,
    /// The service does what it is asked, and the answer is lost.
    ANSWER_LOST,
    /// Status 500.
    ERROR,
    /// The service asks its callers to slow down.
    THROTTLED,
    /// The service writes nothing of a batch and says so.
    UNPROCESSED
  }

  private static final Set<String> OWN = Set.of("host", "connection", "content-length", "expect");
  private static final byte[] SLOWER =
      """
      {"__type":"com.amazonaws.dynamodb.v20120810#ThrottlingException","message":"slower"}
      """
          .getBytes(StandardCharsets.UTF_8);

  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final HttpServer server;
  private final URI target;
  private final Function<String, Fault> faults;
  private final AtomicInteger injected = new AtomicInteger();

  /// @param faults decides by the name of the operation, such as `PutItem`
  FaultyProxy(String target, Function<String, Fault> faults) {
    this.target = URI.create(target);
    this.faults = faults;
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/", this::pass);
    server.start();
  }

  URI url() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  /// How many requests failed.
  int injected() {
    return injected.get();
  }

  private void pass(HttpExchange exchange) throws IOException {
    String called = String.valueOf(exchange.getRequestHeaders().getFirst("X-Amz-Target"));
    Fault fault = faults.apply(called.substring(called.indexOf('.') + 1));
    if (fault != Fault.NONE) {
      injected.incrementAndGet();
    }
    byte[] body = exchange.getRequestBody().readAllBytes();
    switch (fault) {
      case CUT -> exchange.close();
      case ANSWER_LOST -> {
        forward(exchange, body);
        exchange.close();
      }
      case ERROR -> answer(exchange, 500, "{}".getBytes(StandardCharsets.UTF_8));
      case THROTTLED -> answer(exchange, 400, SLOWER);
      case UNPROCESSED -> {
        String asked = new String(body, StandardCharsets.UTF_8);
        String left = asked.replaceFirst("RequestItems", "UnprocessedItems");
        answer(exchange, 200, left.getBytes(StandardCharsets.UTF_8));
      }
      case NONE -> {
        HttpResponse<byte[]> answered = forward(exchange, body);
        answered
            .headers()
            .map()
            .forEach(
                (name, values) -> {
                  if (!OWN.contains(name) && !name.equals("transfer-encoding")) {
                    exchange.getResponseHeaders().put(name, values);
                  }
                });
        answer(exchange, answered.statusCode(), answered.body());
      }
    }
  }

  private static void answer(HttpExchange exchange, int status, byte[] body) throws IOException {
    exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  private HttpResponse<byte[]> forward(HttpExchange exchange, byte[] body) throws IOException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(target.resolve(exchange.getRequestURI().toString()))
            .method(exchange.getRequestMethod(), HttpRequest.BodyPublishers.ofByteArray(body));
    exchange
        .getRequestHeaders()
        .forEach(
            (name, values) -> {
              if (!OWN.contains(name.toLowerCase(Locale.ROOT))) {
                values.forEach(value -> request.header(name, value));
              }
            });
    try {
      return client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
    } catch (InterruptedException interrupted) {
      throw new IOException(interrupted);
    }
  }

  @Override
  public void close() {
    server.stop(0);
    client.shutdownNow();
  }
}
