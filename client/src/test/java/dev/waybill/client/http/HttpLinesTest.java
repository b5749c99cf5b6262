package dev.waybill.client.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.Payload;
import dev.waybill.client.ScriptedServer;
import dev.waybill.wire.http.HttpAnswer;
import dev.waybill.wire.http.HttpInput;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ProtocolException;
import java.net.ProxySelector;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// HTTP/1.1 as servers and proxies may use it.
@Timeout(180)
@Isolated("replaces the proxy settings of the process")
final class HttpLinesTest {

  private static final Duration LONG = Duration.ofSeconds(30);
  private static final String OK = "HTTP/1.1 200 OK\r\n";

  private ScriptedServer server;
  private HttpLines lines;

  @BeforeEach
  void start() throws IOException {
    server = new ScriptedServer();
    lines = new HttpLines(server.address(), LONG, null);
  }

  @AfterEach
  void stop() throws IOException {
    lines.close();
    server.close();
  }

  @Test
  void a_connection_is_reused_by_later_calls() throws IOException {
    server.says(OK + "Content-Length: 2\r\nRetry-After: 7\r\n\r\nab");
    server.says(OK + "content-length:3\r\n\r\ncde");

    HttpAnswer<Payload> first = call();
    assertThat(first.status()).isEqualTo(200);
    assertThat(first.header("retry-after")).contains("7");
    assertThat(first.body().text()).isEqualTo("ab");
    assertThat(call().body().text()).isEqualTo("cde");
    assertThat(server.connections()).isOne();
  }

  @Test
  void a_request_has_the_required_headers() throws IOException {
    server.says(OK + "Content-Length: 0\r\n\r\n");
    URI address = URI.create(server.address() + "/v1/jobs?a=%20b&c=d");
    byte[] body = {1, 2, 3};
    lines.call(
        new HttpHead("POST", address).header("X-One", "1").with(Payload.wrap(body)), LONG, false);
    assertThat(server.heard())
        .isEqualTo(
            "POST /v1/jobs?a=%20b&c=d HTTP/1.1\nHost: "
                + address.getAuthority()
                + "\nX-One: 1\nContent-Length: 3\n");
  }

  @Test
  void a_header_with_a_line_break_is_refused() {
    HttpHead head = new HttpHead("GET", server.address());
    assertThatIllegalArgumentException().isThrownBy(() -> head.header("Key", "a\r\nOther: b"));
    assertThatIllegalArgumentException().isThrownBy(() -> head.header("Key", "\u2028"));
  }

  @Test
  void a_chunked_answer_is_joined() throws IOException {
    server.says(
        OK
            + "Transfer-Encoding: chunked\r\n\r\n"
            + "3\r\nabc\r\nA;name=value\r\n0123456789\r\n0\r\nTrailer: x\r\n\r\n");
    server.says(OK + "Content-Length: 1\r\n\r\nz");

    assertThat(call().body().text()).isEqualTo("abc0123456789");
    assertThat(call().body().text()).isEqualTo("z");
    assertThat(server.connections()).isOne();
  }

  @Test
  void an_answer_can_end_with_its_connection() throws IOException {
    server.says("HTTP/1.0 200 OK\r\n\r\nall of it");
    server.says(OK + "Content-Length: 1\r\n\r\nz");

    assertThat(call().body().text()).isEqualTo("all of it");
    assertThat(call().body().text()).isEqualTo("z");
    assertThat(server.connections()).isEqualTo(2);
  }

  @Test
  void a_connection_that_the_server_will_close_is_not_reused() throws IOException {
    server.says(OK + "Connection: Close\r\nContent-Length: 1\r\n\r\na");
    server.says(OK + "Content-Length: 1\r\n\r\nb");

    assertThat(call().body().text()).isEqualTo("a");
    assertThat(call().body().text()).isEqualTo("b");
    assertThat(server.connections()).isEqualTo(2);
  }

  @Test
  void informational_answers_are_skipped() throws IOException {
    String hints = "HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n";
    HttpInput in = new HttpInput(said(hints + "HTTP/1.1 204 No Content\r\n\r\n"));
    HttpAnswer<Payload> answer = in.next();
    assertThat(answer.status()).isEqualTo(204);
    assertThat(answer.body().size()).isZero();
    assertThat(in.isReusable()).isTrue();
  }

  @Test
  void a_large_answer_is_read_completely() throws IOException {
    String much = "0123456789".repeat(50_000);
    server.says(OK + "Content-Length: " + much.length() + "\r\n\r\n" + much);
    assertThat(call().body().text()).isEqualTo(much);
  }

  @Test
  void unexpected_bytes_after_an_answer_end_the_connection() throws IOException {
    server.says(OK + "Content-Length: 1\r\n\r\na" + OK + "Content-Length: 1\r\n\r\nX");
    server.says(OK + "Content-Length: 1\r\n\r\nb");

    assertThat(call().body().text()).isEqualTo("a");
    assertThat(call().body().text()).isEqualTo("b");
    assertThat(server.connections()).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "HTTP/1.1 200 OK\r\nContent-Le",
        "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nab",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n",
      })
  void a_truncated_answer_fails(String part) {
    assertThatThrownBy(() -> new HttpInput(said(part)).next()).isInstanceOf(EOFException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SSH-2.0-OpenSSH\r\n\r\n",
        "HTTP/2 200\r\n\r\n",
        "HTTP/1.1 2x0 OK\r\n\r\n",
        "HTTP/1.1 200 OK\r\nno header\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nabc\r\n",
      })
  void an_answer_that_is_not_http_is_refused(String said) {
    assertThatThrownBy(() -> new HttpInput(said(said)).next())
        .isInstanceOf(ProtocolException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Content-Length: 268435457\r\n\r\n",
        "Transfer-Encoding: chunked\r\n\r\n1\r\na\r\n10000000\r\n",
      })
  void a_body_beyond_the_limit_is_refused(String said) {
    assertThatThrownBy(() -> new HttpInput(said(OK + said)).next())
        .isInstanceOf(ProtocolException.class)
        .hasMessageContaining("longer than 268435456 bytes");
  }

  @Test
  void an_endless_head_is_refused() {
    String endless = OK + "X: " + "y".repeat(100_000);
    assertThatThrownBy(() -> new HttpInput(said(endless)).next())
        .isInstanceOf(ProtocolException.class);
    String many = OK + "X: y\r\n".repeat(20_000);
    assertThatThrownBy(() -> new HttpInput(said(many)).next())
        .isInstanceOf(ProtocolException.class);
  }

  @Test
  void a_content_length_alone_allocates_no_memory() {
    String announced = OK + "Content-Length: 268435456\r\n\r\nab";
    assertThatThrownBy(() -> new HttpInput(said(announced)).next())
        .isInstanceOf(EOFException.class);
  }

  @Test
  void a_connection_is_not_reused_after_a_failed_call() throws IOException {
    server.says(OK + "Content-Length: 1\r\n\r\na");
    server.says(ScriptedServer.HANG_UP);
    server.says(OK + "Content-Length: 1\r\n\r\nb");

    call();
    assertThatThrownBy(this::call).isInstanceOf(IOException.class);
    assertThat(call().body().text()).isEqualTo("b");
    assertThat(server.connections()).isEqualTo(2);
  }

  @Test
  void a_call_that_must_not_be_repeated_gets_a_new_connection() throws IOException {
    server.says(OK + "Content-Length: 1\r\n\r\na");
    server.says(OK + "Content-Length: 1\r\n\r\nb");

    call();
    lines.call(request(), LONG, true);
    assertThat(server.connections()).isEqualTo(2);
  }

  @Test
  void an_idle_connection_is_checked_before_use() throws IOException {
    server.says(OK + "Content-Length: 1\r\n\r\na");
    server.says(OK + "Content-Length: 1\r\n\r\nb");
    try (HttpLine line = HttpLine.open(server.address(), LONG, null)) {
      line.exchange(request());
      long later = System.nanoTime() + TimeUnit.SECONDS.toNanos(5);
      assertThat(line.isAlive(later)).isTrue();
      assertThat(line.exchange(request()).body().text()).isEqualTo("b");
      server.hangUp();
      assertThat(line.isAlive(later)).isFalse();
      assertThat(line.isTooOld(later)).isFalse();
      assertThat(line.isTooOld(later + TimeUnit.MINUTES.toNanos(1))).isTrue();
    }
  }

  @Test
  void a_silent_server_causes_a_timeout() {
    assertThatThrownBy(() -> lines.call(request(), Duration.ofMillis(50), false))
        .isInstanceOf(SocketTimeoutException.class)
        .hasMessageContaining("PT0.05S");
  }

  @Test
  void an_unreachable_server_fails_with_connect_exception() throws IOException {
    int free;
    try (ServerSocket nobody = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      free = nobody.getLocalPort();
    }
    for (String address : List.of("http://127.0.0.1:" + free, "http://no-such-host.invalid")) {
      try (HttpLines nowhere = new HttpLines(URI.create(address), LONG, null)) {
        assertThatThrownBy(() -> nowhere.call(request(), LONG, false))
            .isInstanceOf(ConnectException.class);
      }
    }
  }

  @Test
  void a_proxy_is_asked_to_connect() throws IOException {
    ProxySelector usual = ProxySelector.getDefault();
    int port = server.address().getPort();
    ProxySelector.setDefault(
        ProxySelector.of(new InetSocketAddress(InetAddress.getLoopbackAddress(), port)));
    try (HttpLines beyond = new HttpLines(URI.create("http://jobs.invalid:7878"), LONG, null)) {
      server.says(OK + "\r\n");
      server.says(OK + "Content-Length: 1\r\n\r\na");
      assertThat(beyond.call(request(), LONG, false).body().text()).isEqualTo("a");
      assertThat(server.heard()).startsWith("CONNECT jobs.invalid:7878 HTTP/1.1");
      assertThat(server.heard()).startsWith("GET / HTTP/1.1");
    } finally {
      ProxySelector.setDefault(usual);
    }
  }

  @Test
  void a_stream_is_read_as_it_arrives_and_its_connection_is_reused() throws IOException {
    server.says(OK + "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n");
    server.says(OK + "Content-Length: 1\r\n\r\nz");

    try (InputStream stream = lines.open(request(), LONG, LONG).body()) {
      assertThat(stream.readNBytes(1)).asString().isEqualTo("a");
      assertThat(stream.readAllBytes()).asString().isEqualTo("bcde");
    }
    assertThat(call().body().text()).isEqualTo("z");
    assertThat(server.connections()).isOne();
  }

  @Test
  void an_incomplete_stream_ends_its_connection() throws IOException {
    server.says(OK + "Content-Length: 5\r\n\r\nabcde");
    server.says(OK + "Content-Length: 1\r\n\r\nz");

    try (InputStream stream = lines.open(request(), LONG, LONG).body()) {
      assertThat(stream.readNBytes(4)).asString().isEqualTo("abcd");
    }
    assertThat(call().body().text()).isEqualTo("z");
    assertThat(server.connections()).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Content-Length: 5\r\n\r\nab",
        "Transfer-Encoding: chunked\r\n\r\n5\r\nab",
        "Transfer-Encoding: chunked\r\n\r\n2\r\nab\r\n",
      })
  void a_broken_stream_fails(String part) throws IOException {
    InputStream stream = new HttpInput(said(OK + part)).open(Long.MAX_VALUE).body();
    assertThat(stream.readNBytes(2)).asString().isEqualTo("ab");
    assertThatThrownBy(stream::read).isInstanceOf(EOFException.class);
  }

  @Test
  void a_stream_that_is_silent_for_too_long_fails() throws IOException {
    server.says(OK + "Content-Length: 2\r\n\r\na");
    try (InputStream stream = lines.open(request(), LONG, Duration.ofMillis(50)).body()) {
      assertThat(stream.read()).isEqualTo('a');
      assertThatThrownBy(stream::read).isInstanceOf(SocketTimeoutException.class);
    }
  }

  @Test
  void closing_a_stream_twice_does_not_affect_other_calls() throws IOException {
    server.says(OK + "Content-Length: 1\r\n\r\na");
    server.says(OK + "Content-Length: 1\r\n\r\nb");
    InputStream stream = lines.open(request(), LONG, LONG).body();
    assertThat(stream.readAllBytes()).hasSize(1);
    stream.close();
    stream.close();
    assertThat(call().body().text()).isEqualTo("b");
    assertThat(server.connections()).isOne();
  }

  @Test
  void closing_ends_calls_in_progress() {
    CompletableFuture<HttpAnswer<Payload>> answer = lines.send(request(), LONG, false);
    while (server.connections() == 0) {
      Thread.onSpinWait();
    }
    lines.close();
    assertThatThrownBy(answer::get).hasCauseInstanceOf(IOException.class);
    assertThatThrownBy(this::call).isInstanceOf(IOException.class);
  }

  private HttpAnswer<Payload> call() throws IOException {
    return lines.call(request(), LONG, false);
  }

  private OutgoingRequest request() {
    return new HttpHead("GET", URI.create(server.address() + "/")).with(Payload.empty());
  }

  private static InputStream said(String text) {
    return new ByteArrayInputStream(text.getBytes(StandardCharsets.ISO_8859_1));
  }
}
