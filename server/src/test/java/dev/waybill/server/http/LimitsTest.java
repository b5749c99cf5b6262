package dev.waybill.server.http;

import static dev.waybill.conformance.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.JobId;
import dev.waybill.Lease;
import dev.waybill.LeaseRequest;
import dev.waybill.NewEvent;
import dev.waybill.NewJob;
import dev.waybill.Waybill;
import dev.waybill.server.auth.Access;
import dev.waybill.server.auth.AccessSettings;
import dev.waybill.server.auth.CallQuotas;
import dev.waybill.server.http.api.ConsoleSettings;
import dev.waybill.server.http.api.HttpLimits;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Limits for clients.
@Timeout(120)
final class LimitsTest {

  private static final Duration LONG = Duration.ofSeconds(30);
  private static final Duration SHORT = Duration.ofMillis(400);
  private static final String POST =
      "POST /v1/jobs HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n";

  @TempDir Path folder;

  @Test
  void a_body_that_is_too_long_is_refused_before_it_is_sent() throws Exception {
    try (Running running = Running.in(folder);
        Socket socket = running.connect()) {
      Running.say(socket, POST + "Content-Length: 1073741824\r\n\r\n");
      String answer = Running.hearAll(socket);
      assertThat(answer).startsWith("HTTP/1.1 413").contains("payload_too_large");
      assertThat(answer).contains("Connection: close");
    }
  }

  @Test
  void a_body_of_unknown_length_is_read_up_to_the_limit() throws Exception {
    try (Running running = Running.in(folder, HttpLimits.DEFAULT.withBodyBytes(10_000));
        Socket socket = running.connect()) {
      Running.say(socket, POST + "Transfer-Encoding: chunked\r\n\r\n");
      String chunk = "3e8\r\n" + " ".repeat(1000) + "\r\n";
      for (int i = 0; i < 11; i++) {
        Running.say(socket, chunk);
      }
      assertThat(status(socket)).contains("413");
    }
  }

  @Test
  void headers_that_are_too_long_are_answered_with_a_problem() throws Exception {
    try (Running running = Running.in(folder);
        Socket socket = running.connect()) {
      Running.say(
          socket,
          "GET /livez HTTP/1.1\r\nHost: localhost\r\nX: " + "y".repeat(20_000) + "\r\n\r\n");
      assertThat(Running.hearAll(socket)).contains(" 431 ").contains("headers_too_large");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET /%zz HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "NONSENSE\r\n\r\n",
        "GET / HTTP/1.1\r\n\r\n"
      })
  void malformed_http_is_answered_with_a_problem(String request) throws Exception {
    try (Running running = Running.in(folder);
        Socket socket = running.connect()) {
      Running.say(socket, request);
      assertThat(Running.hearAll(socket)).startsWith("HTTP/1.1 400").contains("bad_request");
    }
  }

  @Test
  void the_description_of_the_api_can_be_disabled() {
    HttpLimits limits =
        HttpLimits.DEFAULT.withDocs(false).withConsole(ConsoleSettings.DEFAULT.withEnabled(false));
    try (Running running = Running.in(folder, limits)) {
      for (String path : List.of("/", "/docs", "/openapi.json")) {
        assertThat(running.get(path).status()).as(path).isEqualTo(404);
      }
      assertThat(running.get("/livez").status()).isEqualTo(200);
    }
  }

  @Test
  void headers_sent_too_slowly_are_cut_off() throws Exception {
    HttpLimits limits = HttpLimits.DEFAULT.withTimes(LONG, SHORT, LONG, LONG);
    try (Running running = Running.in(folder, limits);
        Socket socket = running.connect()) {
      Running.say(socket, "GET /livez HTTP/1.1\r\n");
      assertThat(trickle(socket)).isLessThan(Duration.ofSeconds(8));
      assertThat(running.get("/livez").status()).isEqualTo(200);
    }
  }

  @Test
  void a_body_sent_too_slowly_is_cut_off() throws Exception {
    HttpLimits limits = HttpLimits.DEFAULT.withTimes(LONG, LONG, SHORT, LONG);
    try (Running running = Running.in(folder, limits);
        Socket socket = running.connect()) {
      Running.say(socket, POST + "Content-Length: 100000\r\n\r\n");
      assertThat(trickle(socket)).isLessThan(Duration.ofSeconds(8));
      eventually(() -> assertThat(running.load().requests()).isZero());
    }
  }

  @Test
  void an_idle_connection_is_closed() throws Exception {
    HttpLimits limits = HttpLimits.DEFAULT.withTimes(SHORT, LONG, LONG, LONG);
    try (Running running = Running.in(folder, limits);
        Socket silent = running.connect();
        Socket halfWay = running.connect()) {
      Running.say(halfWay, POST + "Content-Length: 10\r\n\r\n{");
      assertThat(Running.hearAll(silent)).isEmpty();
      assertThat(Running.hearAll(halfWay)).contains("408");
    }
  }

  @Test
  void a_stalled_reader_is_cut_off_and_others_continue() throws Exception {
    HttpLimits limits = HttpLimits.DEFAULT.withTimes(LONG, LONG, LONG, Duration.ofSeconds(2));
    try (Running running = Running.in(folder, limits);
        Socket stalled = running.connect()) {
      JobId job = running.waybill().enqueue(NewJob.of("t", "")).id();
      Lease lease = running.waybill().lease(LeaseRequest.of("default", "w")).getFirst();
      Running.say(
          stalled,
          "GET /v1/jobs/"
              + job
              + "/events HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n");
      eventually(() -> assertThat(running.load().streams()).isOne());
      String data = "\"" + "x".repeat(60_000) + "\"";
      List<NewEvent> events =
          IntStream.range(0, 400).mapToObj(n -> NewEvent.of(n, "big", data)).toList();
      running.waybill().publish(lease.token(), events);
      try (Lines lines = Lines.sse(running, "/v1/jobs/" + job + "/events?type=big")) {
        for (int i = 0; i < 400; i++) {
          assertThat(lines.next("id: 1.")).isEqualTo(String.valueOf(i));
        }
        eventually(() -> assertThat(running.load().streams()).isOne());
      }
    }
  }

  @Test
  void streams_above_the_limit_are_refused() throws Exception {
    CallQuotas.Limits one = new CallQuotas.Limits(1, 10, 10);
    Access access = Access.open(AccessSettings.DEFAULT.withCalls(one));
    try (Running running = Running.over(Waybill.open(folder), HttpLimits.DEFAULT, access)) {
      String path = "/v1/jobs/" + running.waybill().enqueue(NewJob.of("t", "")).id() + "/events";
      try (Lines first = Lines.sse(running, path)) {
        assertThat(first.response().statusCode()).isEqualTo(200);
        Running.Answer second = running.get(path, "Accept", "text/event-stream");
        assertThat(second.status()).isEqualTo(503);
        assertThat(second.code()).isEqualTo("too_many_streams");
      }
      eventually(() -> assertThat(running.load().streams()).isZero());
      try (Lines third = Lines.sse(running, path)) {
        assertThat(third.response().statusCode()).isEqualTo(200);
      }
    }
  }

  @Test
  void hostile_bodies_are_refused_and_nothing_is_stored() throws Exception {
    try (Running running = Running.in(folder)) {
      for (byte[] body : hostile()) {
        try (Socket socket = running.connect()) {
          Running.say(
              socket, POST + "Connection: close\r\nContent-Length: " + body.length + "\r\n\r\n");
          socket.getOutputStream().write(body);
          assertThat(Running.hearAll(socket))
              .startsWith("HTTP/1.1 400")
              .contains("invalid_argument");
        }
      }
      assertThat(running.waybill().stats()).isEmpty();
    }
  }

  private static List<byte[]> hostile() {
    List<String> texts =
        List.of(
            "{\"type\":\"t\",\"payload\":" + "[".repeat(200_000),
            "{\"type\":\"t\",\"payload\":" + "{\"a\":".repeat(100) + "1" + "}".repeat(100) + "}",
            "{\"type\":\"a\\u0000\"}",
            "{\"type\":\"a\\udc00\"}",
            "{\"type\":\"t\",\"payload\":\"\u00ff\"}",
            "{\"type\":\"t\",\"unknown\":1}",
            "{\"type\":\"t\",\"payload\":" + "1".repeat(5000) + "}",
            "");
    return texts.stream().map(text -> text.getBytes(StandardCharsets.ISO_8859_1)).toList();
  }

  /// Sends one byte at a time until the server closes the connection; returns how long that took.
  private static Duration trickle(Socket socket) throws IOException {
    long began = System.nanoTime();
    socket.setSoTimeout(20);
    while (System.nanoTime() - began < LONG.toNanos()) {
      try {
        Running.say(socket, "X");
        if (socket.getInputStream().read() < 0) {
          break;
        }
      } catch (IOException failed) {
        if (!(failed instanceof java.net.SocketTimeoutException)) {
          break;
        }
      }
    }
    return Duration.ofNanos(System.nanoTime() - began);
  }

  private static String status(Socket socket) throws IOException {
    byte[] line = socket.getInputStream().readNBytes(12);
    return new String(line, StandardCharsets.US_ASCII);
  }
}
