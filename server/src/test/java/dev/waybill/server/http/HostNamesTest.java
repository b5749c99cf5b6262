package dev.waybill.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.admin.Scope;
import dev.waybill.server.auth.AccessSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A web page can make any host name resolve to this machine, so an open server checks the host
/// name of calls.
final class HostNamesTest {

  private static final String JOB = "{\"type\":\"t\"}";

  @TempDir private Path folder;
  private Running running;

  @BeforeEach
  void start() {
    running = Running.in(folder);
  }

  @AfterEach
  void stop() {
    running.close();
  }

  @Test
  void an_open_server_accepts_host_names_of_this_machine() throws Exception {
    int port = running.address("/").getPort();
    for (String name : List.of("localhost", "LocalHost", "127.0.0.1", "127.0.0.2", "[::1]")) {
      assertThat(status("Host: " + name + "\r\n")).as(name).isEqualTo(201);
      assertThat(status("Host: " + name + ":" + port + "\r\n")).as(name).isEqualTo(201);
    }
  }

  @Test
  void a_foreign_host_name_that_resolves_to_this_machine_is_refused() throws Exception {
    String page = "evil.example:7878";
    String answer = answer("Host: " + page + "\r\nOrigin: http://" + page + "\r\n", "1.1");
    assertThat(answer).startsWith("HTTP/1.1 421").contains("\"misdirected_request\"");
    for (String name :
        List.of(
            "localhost.evil.example", "127.0.0.1.evil.example", "127.0.0.256.nip.io", "10.0.0.1")) {
      assertThat(status("Host: " + name + "\r\n")).as(name).isEqualTo(421);
    }
    assertThat(running.get("/v1/jobs").json().at("items").items()).isEmpty();
  }

  @Test
  void a_call_without_a_host_name_is_refused() throws Exception {
    assertThat(answer("", "1.0")).startsWith("HTTP/1.1 421");
  }

  @Test
  void an_open_server_is_not_reachable_through_a_proxy() throws Exception {
    for (String header :
        List.of(
            "Forwarded: for=192.0.2.1",
            "X-Forwarded-For: 192.0.2.1",
            "X-Forwarded-Proto: https",
            "X-Real-IP: 192.0.2.1",
            "Via: 1.1 tunnel")) {
      assertThat(status("Host: localhost\r\n" + header + "\r\n")).as(header).isEqualTo(421);
    }
  }

  @Test
  void a_server_with_keys_accepts_any_host_name_unless_names_are_configured() throws Exception {
    Path other = folder.resolve("other");
    AccessSettings named = AccessSettings.DEFAULT.withNames(List.of("jobs.example"));
    try (Guarded guarded = new Guarded(other, named)) {
      String key = guarded.key("acme", Scope.READ).text();
      assertThat(status(guarded, "jobs.example:443", key)).isEqualTo(200);
      assertThat(status(guarded, "JOBS.example", key)).isEqualTo(200);
      assertThat(status(guarded, "127.0.0.1", key)).isEqualTo(200);
      assertThat(status(guarded, "evil.example", key)).isEqualTo(421);
    }
    try (Guarded guarded = new Guarded(other, AccessSettings.DEFAULT)) {
      String key = guarded.key("acme", Scope.READ).text();
      assertThat(status(guarded, "evil.example", key)).isEqualTo(200);
    }
  }

  private static int status(Guarded server, String host, String key) throws IOException {
    try (Socket socket =
        new Socket(InetAddress.getLoopbackAddress(), server.address("/").getPort())) {
      Running.say(
          socket,
          "GET /v1/jobs HTTP/1.1\r\nHost: "
              + host
              + "\r\nVia: 1.1 proxy\r\nAuthorization: Bearer "
              + key
              + "\r\nConnection: close\r\n\r\n");
      return Integer.parseInt(Running.hearAll(socket).substring(9, 12));
    }
  }

  @Test
  void health_checks_may_use_any_host_name() throws Exception {
    try (Socket socket = running.connect()) {
      Running.say(socket, "GET /livez HTTP/1.1\r\nHost: 10.0.0.1\r\nConnection: close\r\n\r\n");
      assertThat(Running.hearAll(socket)).startsWith("HTTP/1.1 200");
    }
  }

  private int status(String headers) throws IOException {
    return Integer.parseInt(answer(headers, "1.1").substring(9, 12));
  }

  private String answer(String headers, String version) throws IOException {
    try (Socket socket = running.connect()) {
      Running.say(
          socket,
          "POST /v1/jobs HTTP/"
              + version
              + "\r\n"
              + headers
              + "Content-Type: application/json\r\nConnection: close\r\nContent-Length: "
              + JOB.length()
              + "\r\n\r\n"
              + JOB);
      return Running.hearAll(socket);
    }
  }
}
