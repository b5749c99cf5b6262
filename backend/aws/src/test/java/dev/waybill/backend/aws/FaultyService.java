package dev.waybill.backend.aws;

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
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Stands between a client and an emulator and does to requests what networks and services do.
public final class FaultyService implements AutoCloseable {

  /// What happens to one request.
  public enum Fault {
    NONE,
    /// The connection is closed; the service does not see the request.
    CUT,
    /// The service does it, and the connection is closed before the answer.
    LOST,
    /// Half of the body of the answer arrives.
    HALVED,
    /// The service has an internal error.
    ERROR,
    /// The service asks to slow down.
    THROTTLED,
    /// The answer takes longer than others.
    DELAYED,
    /// DynamoDB writes nothing of a batch and says so.
    UNPROCESSED,
    /// SQS sends nothing of a batch and says so.
    UNSENT,
    /// DynamoDB cancels a transaction because of its load.
    CANCELED
  }

  private static final Set<String> NOT_COPIED =
      Set.of("host", "connection", "content-length", "expect", "upgrade", "transfer-encoding");

  private final URI target;
  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final HttpClient client = HttpClient.newHttpClient();
  private final AtomicInteger injected = new AtomicInteger();
  private volatile Function<Request, Fault> rule = _ -> Fault.NONE;

  /// @param operation the operation of DynamoDB and SQS, or the method of S3
  public record Request(String operation, String path) {}

  public FaultyService(String target) {
    this.target = URI.create(target);
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
    server.setExecutor(threads);
    server.createContext("/", this::handle);
    server.start();
  }

  public URI url() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  /// The next requests of an operation get these faults, one each.
  public void next(String operation, Fault... planned) {
    AtomicInteger number = new AtomicInteger();
    List<Fault> list = Arrays.asList(planned);
    rule =
        request -> {
          if (!request.operation().equals(operation)) {
            return Fault.NONE;
          }
          int next = number.getAndIncrement();
          return next < list.size() ? list.get(next) : Fault.NONE;
        };
  }

  /// Every request gets what this returns.
  public void all(Supplier<Fault> drawn) {
    rule = _ -> drawn.get();
  }

  /// Every request gets what this returns for its operation.
  public void each(Function<String, Fault> drawn) {
    rule = request -> drawn.apply(request.operation());
  }

  /// How many requests got a fault.
  public int injected() {
    return injected.get();
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] body = exchange.getRequestBody().readAllBytes();
      Fault fault = rule.apply(request(exchange));
      injected.addAndGet(fault == Fault.NONE ? 0 : 1);
      switch (fault) {
        case CUT -> {}
        case ERROR -> answer(exchange, 500, "");
        case THROTTLED -> throttle(exchange);
        case UNPROCESSED -> {
          String asked = new String(body, StandardCharsets.UTF_8);
          answer(exchange, 200, asked.replaceFirst("RequestItems", "UnprocessedItems"));
        }
        case UNSENT -> answer(exchange, 200, refusals(new String(body, StandardCharsets.UTF_8)));
        case CANCELED -> cancel(exchange);
        case LOST -> forward(exchange, body);
        case DELAYED -> {
          LockSupport.parkNanos(200_000_000);
          pass(exchange, forward(exchange, body), false);
        }
        case NONE -> pass(exchange, forward(exchange, body), false);
        case HALVED -> pass(exchange, forward(exchange, body), true);
      }
    }
  }

  private static Request request(HttpExchange exchange) {
    String target = exchange.getRequestHeaders().getFirst("X-Amz-Target");
    String operation =
        target == null
            ? exchange.getRequestMethod()
            : target.substring(target.lastIndexOf('.') + 1);
    return new Request(operation, exchange.getRequestURI().getPath());
  }

  private HttpResponse<byte[]> forward(HttpExchange exchange, byte[] body) throws IOException {
    URI asked = exchange.getRequestURI();
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(target + asked.toString()))
            .method(
                exchange.getRequestMethod(),
                body.length == 0
                    ? HttpRequest.BodyPublishers.noBody()
                    : HttpRequest.BodyPublishers.ofByteArray(body));
    exchange
        .getRequestHeaders()
        .forEach(
            (name, values) -> {
              if (!NOT_COPIED.contains(name.toLowerCase(java.util.Locale.ROOT))) {
                values.forEach(value -> request.header(name, value));
              }
            });
    try {
      return client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
    } catch (InterruptedException interrupted) {
      throw new IOException(interrupted);
    }
  }

  private static void pass(HttpExchange exchange, HttpResponse<byte[]> answer, boolean halved)
      throws IOException {
    answer
        .headers()
        .map()
        .forEach(
            (name, values) -> {
              if (!NOT_COPIED.contains(name.toLowerCase(java.util.Locale.ROOT))) {
                exchange.getResponseHeaders().put(name, values);
              }
            });
    byte[] body = answer.body();
    if (exchange.getRequestMethod().equals("HEAD")) {
      answer
          .headers()
          .firstValue("content-length")
          .ifPresent(length -> exchange.getResponseHeaders().set("Content-Length", length));
      exchange.sendResponseHeaders(answer.statusCode(), -1);
      return;
    }
    exchange.sendResponseHeaders(answer.statusCode(), body.length == 0 ? -1 : body.length);
    exchange.getResponseBody().write(body, 0, halved ? body.length / 2 : body.length);
    exchange.getResponseBody().flush();
  }

  private static void throttle(HttpExchange exchange) throws IOException {
    String target = exchange.getRequestHeaders().getFirst("X-Amz-Target");
    String error = error(target);
    if (error == null) {
      answer(exchange, 503, "<Error><Code>SlowDown</Code><Message>Slow down</Message></Error>");
    } else {
      exchange.getResponseHeaders().set("Content-Type", "application/x-amz-json-1.0");
      answer(exchange, 400, "{\"__type\":\"" + error + "\",\"message\":\"Slow down\"}");
    }
  }

  private static String refusals(String batch) {
    String failed =
        Pattern.compile("\"Id\"\\s*:\\s*\"([0-9]+)\"")
            .matcher(batch)
            .results()
            .map(
                found ->
                    "{\"Id\":\"%s\",\"SenderFault\":false,\"Code\":\"InternalError\"}"
                        .formatted(found.group(1)))
            .collect(Collectors.joining(","));
    return "{\"Successful\":[],\"Failed\":[" + failed + "]}";
  }

  private static void cancel(HttpExchange exchange) throws IOException {
    exchange.getResponseHeaders().set("Content-Type", "application/x-amz-json-1.0");
    answer(
        exchange,
        400,
        "{\"__type\":\"com.amazonaws.dynamodb.v20120810#TransactionCanceledException\","
            + "\"Message\":\"Transaction cancelled\","
            + "\"CancellationReasons\":[{\"Code\":\"ThrottlingError\"},{\"Code\":\"None\"}]}");
  }

  private static @Nullable String error(@Nullable String target) {
    if (target == null) {
      return null;
    }
    return target.startsWith("DynamoDB")
        ? "com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException"
        : "com.amazonaws.sqs#RequestThrottled";
  }

  private static void answer(HttpExchange exchange, int status, String text) throws IOException {
    byte[] body = text.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
    exchange.getResponseBody().write(body);
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
    client.shutdownNow();
  }
}
