package dev.waybill.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.server.http.api.HttpLimits;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Bodies that the server refuses, and the answers to their senders.
@Timeout(120)
final class UnreadBodiesTest {

  private static final int SENT = 16 * 1024 * 1024;

  @TempDir Path folder;
  private Running running;

  @BeforeEach
  void start() {
    running = Running.in(folder, HttpLimits.DEFAULT.withBodyBytes(100_000));
  }

  @AfterEach
  void stop() {
    running.close();
  }

  /// Many clients read the answer only after they have sent everything.
  @Test
  void a_client_that_sends_everything_first_reads_that_it_was_too_large() throws Exception {
    assertThat(sendAllThenListen("/v1/jobs", "Content-Length: " + SENT))
        .startsWith("HTTP/1.1 413")
        .contains("payload_too_large")
        .contains("Connection: close");
  }

  @Test
  void a_client_that_sends_everything_first_reads_that_the_path_is_unknown() throws Exception {
    assertThat(sendAllThenListen("/nothing", "Content-Length: " + SENT)).startsWith("HTTP/1.1 404");
  }

  @Test
  void a_compressed_body_is_refused() {
    Running.Answer answer = send("/v1/jobs", "PUT", "Content-Encoding", "gzip");
    assertThat(answer.status()).isEqualTo(405);
    for (String coding : new String[] {"gzip", "identity, br"}) {
      answer = send("/v1/jobs", "POST", "Content-Encoding", coding);
      assertThat(answer.status()).isEqualTo(415);
      assertThat(answer.code()).isEqualTo("unsupported_media_type");
      assertThat(answer.json().at("detail").text()).contains("Content-Encoding");
    }
    assertThat(send("/v1/jobs", "POST", "Content-Encoding", "identity").status()).isEqualTo(201);
  }

  @ParameterizedTest
  @ValueSource(strings = {"iso-8859-1", "\"utf-16\""})
  void json_in_another_charset_is_refused(String charset) {
    Running.Answer answer =
        send("/v1/jobs", "POST", "Content-Type", "application/json; charset=" + charset);
    assertThat(answer.status()).isEqualTo(415);
    assertThat(answer.json().at("detail").text()).contains("UTF-8");
  }

  @ParameterizedTest
  @ValueSource(strings = {"application/json; charset=UTF-8", "application/json;charset=\"utf-8\""})
  void json_in_utf_8_is_accepted(String type) {
    assertThat(send("/v1/jobs", "POST", "Content-Type", type).status()).isEqualTo(201);
  }

  @Test
  void a_slash_in_a_name_is_refused_with_the_reason() {
    Running.Answer answer = send("/v1/topics/a%2Fb", "PUT", "Content-Type", "application/json");
    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.code()).isEqualTo("bad_request");
    assertThat(answer.json().at("detail").text()).contains("%2F");
  }

  private Running.Answer send(String path, String method, String header, String value) {
    return running.send(
        path,
        request ->
            Running.posting(request, "{\"type\":\"t\"}")
                .method(
                    method, java.net.http.HttpRequest.BodyPublishers.ofString("{\"type\":\"t\"}"))
                .setHeader(header, value));
  }

  private String sendAllThenListen(String path, String length) throws IOException {
    try (Socket socket = running.connect()) {
      Running.say(
          socket,
          "POST "
              + path
              + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
              + length
              + "\r\n\r\n");
      OutputStream out = socket.getOutputStream();
      byte[] part = new byte[64 * 1024];
      for (int sent = 0; sent < SENT; sent += part.length) {
        out.write(part);
      }
      return Running.hearAll(socket);
    }
  }
}
