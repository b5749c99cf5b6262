package dev.waybill.server.http;

import static dev.waybill.conformance.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.JobFilter;
import dev.waybill.NewJob;
import dev.waybill.Page;
import dev.waybill.server.http.api.HttpLimits;
import dev.waybill.settings.Settings;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Connections that exceed limits or stop in the middle.
@Timeout(120)
final class ConnectionsTest {

  private static final String GET = "GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n";
  private static final String POST =
      "POST /v1/jobs HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n";
  private static final long GIGABYTE = 1L << 30;
  private static final int MEGABYTE = 1 << 20;

  @TempDir private Path folder;

  @Test
  void connections_above_the_limit_of_an_address_are_closed_at_once() throws Exception {
    HttpLimits limits = HttpLimits.DEFAULT.withConnectionsPerAddress(3);
    try (Running running = Running.in(folder, limits)) {
      List<Socket> taken = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        taken.add(answered(running));
      }
      try (Socket above = running.connect()) {
        assertThat(hear(above)).isEmpty();
      }
      taken.removeFirst().close();
      eventually(() -> taken.add(answeredUnchecked(running)));
      for (Socket socket : taken) {
        socket.close();
      }
    }
  }

  @Test
  void connections_above_the_limit_wait_until_one_is_free() throws Exception {
    try (Running running = Running.in(folder, HttpLimits.DEFAULT.withConnections(2));
        Socket first = answered(running);
        Socket second = answered(running);
        Socket third = running.connect()) {
      Running.say(third, GET);
      eventually(() -> assertThat(running.load().connections()).isEqualTo(2));
      first.shutdownOutput();
      assertThat(statusOf(third)).isEqualTo("HTTP/1.1 200");
      assertThat(second.isConnected()).isTrue();
    }
  }

  @Test
  void a_gigabyte_without_a_length_is_refused_when_the_limit_is_reached() throws Exception {
    try (Running running = Running.in(folder);
        Socket socket = running.connect()) {
      Running.say(socket, POST + "Transfer-Encoding: chunked\r\n\r\n");
      CompletableFuture<Long> sent = new CompletableFuture<>();
      Thread.ofVirtual().start(() -> sent.complete(sendChunks(socket)));
      assertThat(statusOf(socket)).isEqualTo("HTTP/1.1 413");
      assertThat(sent.get()).isLessThan(GIGABYTE / 8);
      eventually(() -> assertThat(running.load().requests()).isZero());
      assertThat(running.waybill().stats()).isEmpty();
      assertThat(running.get("/livez").status()).isEqualTo(200);
    }
  }

  @Test
  void the_memory_of_all_bodies_together_is_limited() throws Exception {
    HttpLimits limits = HttpLimits.DEFAULT.withAllBodyBytes(5L * MEGABYTE);
    String large = POST + "Content-Length: " + 2 * MEGABYTE + "\r\n\r\n{";
    String chunked = POST + "Transfer-Encoding: chunked\r\n\r\n100000\r\n" + " ".repeat(MEGABYTE);
    try (Running running = Running.in(folder, limits);
        Socket first = running.connect();
        Socket second = running.connect();
        Socket third = running.connect();
        Socket fourth = running.connect()) {
      Running.say(first, large);
      Running.say(second, large);
      eventually(() -> assertThat(running.load().requests()).isEqualTo(2));
      eventually(() -> assertThat(refusedForRoom(running)).isTrue());
      Thread.ofVirtual().start(() -> sayUntilNobodyListens(third, chunked));
      assertThat(hear(third)).startsWith("HTTP/1.1 503").contains("too_many_bytes", "Retry-After");
      assertThat(running.post("/v1/jobs", "{\"type\":\"small\"}").status()).isEqualTo(201);
      first.shutdownOutput();
      eventually(() -> assertThat(refusedForRoom(running)).isFalse());
      Running.say(fourth, large);
    }
  }

  /// A server that refuses a body need not read all of it.
  private static void sayUntilNobodyListens(Socket socket, String text) {
    try {
      Running.say(socket, text);
    } catch (IOException closed) {
      // the test checks the answer
    }
  }

  /// An error answer can get lost: the server closes the connection while the client sends.
  private static boolean refusedForRoom(Running running) {
    String body = "{\"type\":\"t\"}" + " ".repeat(2 * MEGABYTE);
    try {
      return running.post("/v1/jobs", body).status() == 503;
    } catch (UncheckedIOException lost) {
      throw new AssertionError("no answer; to be asked again", lost);
    }
  }

  @Test
  void a_worker_without_a_lease_duration_gets_the_default() {
    Settings settings = Settings.DEFAULT.withDefaultLeaseDuration(Duration.ofMinutes(5));
    try (Running running = Running.in(folder, HttpLimits.DEFAULT, settings)) {
      running.waybill().enqueue(NewJob.of("t", ""));
      Running.Answer leased =
          running.post("/v1/leases", "{\"queue\":\"default\",\"worker\":\"w\"}");
      assertThat(leased.body()).contains("\"lease_duration\":\"PT5M\"");
      String token = leased.body().replaceFirst("(?s).*\"token\":\"([^\"]+).*", "$1");
      Running.Answer extended =
          running.post("/v1/leases/extend", "{\"tokens\":[\"" + token + "\"]}");
      assertThat(extended.body()).contains("PT5M");
    }
  }

  @Test
  void closing_ends_connections_in_every_stage_and_answers_the_active_call() throws Exception {
    Running running = Running.in(folder);
    List<Socket> unfinished = new ArrayList<>();
    try {
      for (String said : List.of("", "GET /liv", POST, POST + "Content-Length: 10\r\n\r\n{")) {
        Socket socket = running.connect();
        Running.say(socket, said);
        unfinished.add(socket);
      }
      CompletableFuture<Running.Answer> waiting =
          running.posted("/v1/leases", "{\"queue\":\"q\",\"worker\":\"w\",\"wait\":\"50s\"}");
      eventually(() -> assertThat(running.waits()).isOne());
      eventually(() -> assertThat(running.load().connections()).isEqualTo(5));
      long began = System.nanoTime();
      running.closeServer();
      assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(15));
      assertThat(waiting.get().body()).isEqualTo("{\"leases\":[]}");
      for (Socket socket : unfinished) {
        assertThat(hear(socket)).doesNotContain("201");
        socket.close();
      }
      assertThat(running.waybill().list(JobFilter.ALL, Page.Request.FIRST).items()).isEmpty();
    } finally {
      running.close();
    }
  }

  @Test
  void a_connection_in_the_backlog_ends_with_the_server() throws Exception {
    Running running = Running.in(folder, HttpLimits.DEFAULT.withConnections(1));
    try (Socket accepted = answered(running);
        Socket inTheBacklog = running.connect()) {
      running.waybill().enqueue(NewJob.of("t", ""));
      Running.say(inTheBacklog, GET);
      running.closeServer();
      assertThat(hear(inTheBacklog)).isEmpty();
      assertThat(hear(accepted)).isEmpty();
    } finally {
      running.close();
    }
  }

  /// A connection on which one call was answered.
  private static Socket answered(Running running) throws IOException {
    Socket socket = running.connect();
    Running.say(socket, GET);
    assertThat(statusOf(socket)).isEqualTo("HTTP/1.1 200");
    while (socket.getInputStream().available() > 0) {
      socket.getInputStream().skipNBytes(socket.getInputStream().available());
    }
    return socket;
  }

  private static Socket answeredUnchecked(Running running) {
    try {
      return answered(running);
    } catch (IOException refused) {
      throw new AssertionError(refused);
    }
  }

  /// The number of bytes that the server accepted.
  private static long sendChunks(Socket socket) {
    byte[] body = " ".repeat(MEGABYTE).getBytes(StandardCharsets.US_ASCII);
    long sent = 0;
    try {
      OutputStream out = socket.getOutputStream();
      while (sent < GIGABYTE) {
        out.write("100000\r\n".getBytes(StandardCharsets.US_ASCII));
        out.write(body);
        out.write("\r\n".getBytes(StandardCharsets.US_ASCII));
        sent += MEGABYTE;
      }
    } catch (IOException refused) {
      return sent;
    }
    return sent;
  }

  /// Everything until the connection is closed or reset.
  private static String hear(Socket socket) throws IOException {
    StringBuilder heard = new StringBuilder();
    try {
      for (int next = socket.getInputStream().read();
          next >= 0;
          next = socket.getInputStream().read()) {
        heard.append((char) next);
      }
    } catch (java.net.SocketTimeoutException stillOpen) {
      throw stillOpen;
    } catch (IOException reset) {
      return heard.toString();
    }
    return heard.toString();
  }

  private static String statusOf(Socket socket) throws IOException {
    return new String(socket.getInputStream().readNBytes(12), StandardCharsets.US_ASCII);
  }
}
