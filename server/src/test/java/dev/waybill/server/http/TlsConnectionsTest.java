package dev.waybill.server.http;

import static dev.waybill.conformance.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.NewJob;
import dev.waybill.Waybill;
import dev.waybill.base.TlsFiles;
import dev.waybill.conformance.Certificate;
import dev.waybill.server.auth.Access;
import dev.waybill.server.http.api.HttpLimits;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A connection with TLS may stay open as long as one without: the handshake and the headers of
/// each request have timeouts, not the connection.
@Timeout(180)
final class TlsConnectionsTest {

  private static final Duration SHORT = Duration.ofMillis(300);
  private static final Duration LONG = Duration.ofSeconds(30);

  /// Connections are checked every 250 ms, so an overdue one is closed well within this many
  /// heartbeats.
  private static final int MANY_BEATS = 8;

  @TempDir private Path folder;
  private Certificate made;
  private Waybill waybill;
  private HttpServer server;

  @BeforeEach
  void start() {
    made = Certificate.make(folder, "dns:localhost,ip:127.0.0.1");
    waybill = Waybill.open(folder.resolve("data"));
    HttpLimits limits =
        HttpLimits.DEFAULT
            .withTimes(LONG, SHORT, LONG, LONG)
            .withHandshakeTime(Duration.ofSeconds(2))
            .withHeartbeat(Duration.ofMillis(100));
    TlsFiles files = new TlsFiles(made.file(), folder.resolve("key.pem"));
    server =
        HttpServer.start(
            waybill, Access.open(), "127.0.0.1", 0, limits, files, HttpServer.Watching.NONE);
  }

  @AfterEach
  void stop() {
    server.close(Duration.ofSeconds(5));
    waybill.close();
  }

  @Test
  void a_stream_continues_after_the_timeout_for_headers() throws Exception {
    var job = NewJob.builder("t").delay(Duration.ofDays(1)).build();
    String path = "/v1/jobs/" + waybill.enqueue(job).id() + "/events";
    try (Socket socket = secured()) {
      say(socket, "GET " + path + " HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n");
      BufferedReader lines = reader(socket);
      for (int beats = 0; beats < MANY_BEATS; ) {
        String line = lines.readLine();
        assertThat(line).as("line after " + beats + " heartbeats").isNotNull();
        beats += line.startsWith(":") ? 1 : 0;
      }
    }
  }

  @Test
  void a_long_poll_and_the_calls_after_it_share_one_connection() throws Exception {
    String body = "{\"queue\":\"q\",\"worker\":\"w\",\"wait\":\"2s\"}";
    try (Socket socket = secured()) {
      BufferedReader lines = reader(socket);
      for (int round = 0; round < 2; round++) {
        say(
            socket,
            "POST /v1/leases HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                + "Content-Length: "
                + body.length()
                + "\r\n",
            body);
        assertThat(answered(lines)).startsWith("HTTP/1.1 200");
      }
    }
  }

  @Test
  void an_idle_connection_stays_open_as_long_as_one_without_tls() throws Exception {
    try (Socket idle = secured();
        Socket beating = secured()) {
      BufferedReader lines = reader(idle);
      say(idle, "GET /livez HTTP/1.1\r\nHost: localhost\r\n");
      assertThat(answered(lines)).startsWith("HTTP/1.1 200");
      String body = "{\"queue\":\"q\",\"worker\":\"w\",\"wait\":\"2s\"}";
      say(
          beating,
          "POST /v1/leases HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
              + "Content-Length: "
              + body.length()
              + "\r\n",
          body);
      answered(reader(beating));
      say(idle, "GET /livez HTTP/1.1\r\nHost: localhost\r\n");
      assertThat(answered(lines)).startsWith("HTTP/1.1 200");
    }
  }

  @Test
  void headers_that_do_not_arrive_are_cut_off_over_tls() throws Exception {
    try (Socket socket = secured()) {
      socket.getOutputStream().write("GET /livez HTTP/1.1\r\n".getBytes(StandardCharsets.UTF_8));
      assertThat(Running.hearAll(socket)).doesNotContain("200 OK");
    }
  }

  @Test
  void a_handshake_that_does_not_end_is_cut_off() throws Exception {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
      socket.setSoTimeout(10_000);
      socket.getOutputStream().write(new byte[] {22, 3, 1});
      assertThat(Running.hearAll(socket)).doesNotContain("HTTP");
    }
    eventually(() -> assertThat(server.load().connections()).isZero());
  }

  private Socket secured() throws Exception {
    Socket socket = made.trusting().getSocketFactory().createSocket("127.0.0.1", server.port());
    socket.setSoTimeout(10_000);
    return socket;
  }

  private static BufferedReader reader(Socket socket) throws IOException {
    return new BufferedReader(
        new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
  }

  private static void say(Socket socket, String head) throws IOException {
    say(socket, head, "");
  }

  private static void say(Socket socket, String head, String body) throws IOException {
    socket.getOutputStream().write((head + "\r\n" + body).getBytes(StandardCharsets.UTF_8));
  }

  /// The status line; reads the whole answer.
  private static String answered(BufferedReader lines) throws IOException {
    String status = String.valueOf(lines.readLine());
    int length = 0;
    for (String line = lines.readLine(); line != null && !line.isEmpty(); line = lines.readLine()) {
      if (line.toLowerCase(java.util.Locale.ROOT).startsWith("content-length:")) {
        length = Integer.parseInt(line.substring(15).strip());
      }
    }
    var _ = lines.skip(length);
    return status;
  }
}
