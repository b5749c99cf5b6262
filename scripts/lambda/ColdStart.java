import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/// Starts a Lambda package as Lambda does, passes it one message of SQS, and prints the time from the start of the
/// process to its answer: `java ColdStart.java BOOTSTRAP RUNS`. The package passes the message to a server, which this
/// program plays as well. The process is then asked to end, so that a JVM in training writes its cache.
class ColdStart {

  private static final String EVENT =
      """
      {"Records": [{"messageId": "m1", "receiptHandle": "r1", "body": "{}", "attributes":
      {"ApproximateReceiveCount": "1"}, "messageAttributes": {}, "eventSource": "aws:sqs",
      "eventSourceARN": "arn:aws:sqs:us-east-1:123456789012:queue", "awsRegion": "us-east-1"}]}
      """;

  private static final String ENQUEUED =
      """
      {"id": "0190a7f0-0000-7000-8000-000000000001", "state": "queued", "created_at": "2026-01-01T00:00:00Z", "duplicate": false}
      """;

  private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();
  private boolean given;

  public static void main(String[] arguments) throws Exception {
    Path bootstrap = Path.of(arguments[0]).toAbsolutePath();
    double[] millis = new double[Integer.parseInt(arguments[1])];
    for (int i = 0; i < millis.length; i++) {
      millis[i] = new ColdStart().run(bootstrap);
    }
    Arrays.sort(millis);
    System.out.printf(
        Locale.ROOT,
        "cold start, %d runs: median %.0f ms, fastest %.0f ms, slowest %.0f ms%n",
        millis.length,
        millis[millis.length / 2],
        millis[0],
        millis[millis.length - 1]);
  }

  private double run(Path bootstrap) throws Exception {
    HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::serve);
    server.setExecutor(task -> Thread.ofPlatform().daemon().start(task));
    server.start();
    String address = "127.0.0.1:" + server.getAddress().getPort();
    ProcessBuilder builder = new ProcessBuilder(bootstrap.toString()).inheritIO();
    builder.environment().put("AWS_LAMBDA_RUNTIME_API", address);
    builder.environment().put("LAMBDA_TASK_ROOT", bootstrap.getParent().toString());
    builder.environment().put("_HANDLER", "dev.waybill.lambda.HandOver");
    builder.environment().put("WAYBILL_URL", "http://" + address);
    builder.environment().put("WAYBILL_QUEUE", "default");
    builder.environment().put("WAYBILL_TYPE", "test");
    long began = System.nanoTime();
    Process process = builder.start();
    try {
      String answer = answers.poll(60, TimeUnit.SECONDS);
      double millis = (System.nanoTime() - began) / 1e6;
      if (answer == null || !answer.endsWith("{\"batchItemFailures\":[]}")) {
        throw new IllegalStateException("the function answered " + answer);
      }
      return millis;
    } finally {
      process.destroy();
      process.waitFor();
      server.stop(0);
    }
  }

  private void serve(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    String body = new String(exchange.getRequestBody().readAllBytes());
    if (path.endsWith("/invocation/next")) {
      next(exchange);
    } else if (path.startsWith("/2018-06-01/")) {
      answer(exchange, 202, "");
      answers.add(path + " " + body.strip());
    } else {
      answer(exchange, 201, ENQUEUED);
    }
  }

  private synchronized void next(HttpExchange exchange) throws IOException {
    if (!given) {
      given = true;
      exchange.getResponseHeaders().add("Lambda-Runtime-Aws-Request-Id", "r1");
      answer(exchange, 200, EVENT);
    } // the second call waits, as without messages
  }

  private static void answer(HttpExchange exchange, int status, String body) throws IOException {
    byte[] bytes = body.getBytes();
    exchange.getResponseHeaders().add("Content-Type", "application/json");
    exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }
}
