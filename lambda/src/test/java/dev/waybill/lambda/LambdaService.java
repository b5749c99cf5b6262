package dev.waybill.lambda;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/// Lambda's side of the runtime interface: passes events to a function and takes its answers.
final class LambdaService implements AutoCloseable {

  private static final String PREFIX = "/2018-06-01/runtime/";

  /// @param path the path after the version, such as `invocation/1/response`
  record Answer(String path, String body) {}

  private final HttpServer server;
  private final BlockingQueue<String> events = new LinkedBlockingQueue<>();
  private final BlockingQueue<Answer> answers = new LinkedBlockingQueue<>();
  private int invocations;

  LambdaService() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
    server.createContext(PREFIX, this::serve);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.start();
  }

  String address() {
    return "127.0.0.1:" + server.getAddress().getPort();
  }

  Answer invoke(String event) throws InterruptedException {
    events.add(event);
    return answer();
  }

  Answer answer() throws InterruptedException {
    Answer answer = answers.poll(60, TimeUnit.SECONDS);
    if (answer == null) {
      throw new AssertionError("the function did not answer within 60 s");
    }
    return answer;
  }

  private void serve(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath().substring(PREFIX.length());
    byte[] body = exchange.getRequestBody().readAllBytes();
    if (path.equals("invocation/next")) {
      next(exchange);
      return;
    }
    exchange.sendResponseHeaders(202, -1);
    exchange.close();
    answers.add(new Answer(path, new String(body, StandardCharsets.UTF_8)));
  }

  private void next(HttpExchange exchange) throws IOException {
    try {
      byte[] event = events.take().getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().add("Lambda-Runtime-Aws-Request-Id", "r" + ++invocations);
      exchange.getResponseHeaders().add("Lambda-Runtime-Deadline-Ms", "1763467200000");
      exchange.sendResponseHeaders(200, event.length);
      exchange.getResponseBody().write(event);
      exchange.close();
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
