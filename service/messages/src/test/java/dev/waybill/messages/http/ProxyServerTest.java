package dev.waybill.messages.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.WaybillException;
import dev.waybill.conformance.ManualClock;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ProxyServerTest {

  private final ManualClock clock = new ManualClock();
  private final List<String> heads = new CopyOnWriteArrayList<>();
  private volatile String answer = "HTTP/1.1 200 Connection established\r\n\r\n";
  private Endpoint endpoint;
  private ServerSocket proxy;

  @BeforeEach
  void open() throws IOException {
    endpoint = new Endpoint();
    proxy = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(this::accept);
  }

  @AfterEach
  void close() throws IOException {
    proxy.close();
    endpoint.close();
  }

  @Test
  void a_name_of_the_configuration_is_left_to_the_proxy() throws Exception {
    HttpSender sender = sender(TargetAddresses.trusted(), "");
    URI url = URI.create("http://vendor.invalid:8080/send");
    assertThat(sender.send(OutgoingRequest.get(url))).isInstanceOf(HttpOutcome.Answered.class);
    assertThat(sender.send(OutgoingRequest.get(url))).isInstanceOf(HttpOutcome.Answered.class);
    assertThat(heads).containsExactly("CONNECT vendor.invalid:8080 HTTP/1.1");
    assertThat(endpoint.asked())
        .hasSize(2)
        .allSatisfy(
            asked -> {
              assertThat(asked.path()).isEqualTo("/send");
              assertThat(asked.headers()).containsEntry("host", "vendor.invalid:8080");
            });
  }

  @Test
  void the_tunnel_to_a_recipient_leads_to_the_checked_address() throws Exception {
    TargetAddresses addresses =
        TargetAddresses.allowing("127.0.0.0/8", _ -> TargetAddressesTest.all("127.0.0.1"));
    URI url = URI.create("http://hook.invalid:8080/hook");
    assertThat(sender(addresses, "").send(OutgoingRequest.get(url)))
        .isInstanceOf(HttpOutcome.Answered.class);
    assertThat(heads).containsExactly("CONNECT 127.0.0.1:8080 HTTP/1.1");
    assertThat(endpoint.asked().getFirst().headers()).containsEntry("host", "hook.invalid:8080");
  }

  @Test
  void a_forbidden_recipient_does_not_reach_the_proxy() throws Exception {
    TargetAddresses addresses =
        TargetAddresses.allowing("", _ -> TargetAddressesTest.all("169.254.169.254"));
    assertThat(sender(addresses, "").send(OutgoingRequest.get(URI.create("http://hook.invalid/"))))
        .isInstanceOf(HttpOutcome.Forbidden.class);
    assertThat(heads).isEmpty();
  }

  @Test
  void a_refused_tunnel_is_unreachable() throws Exception {
    answer = "HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n";
    assertThat(
            sender(TargetAddresses.trusted(), "")
                .send(OutgoingRequest.get(URI.create("https://vendor.invalid/"))))
        .isInstanceOf(HttpOutcome.Unreachable.class);
    assertThat(heads).containsExactly("CONNECT vendor.invalid:443 HTTP/1.1");
    assertThat(endpoint.asked()).isEmpty();
  }

  @Test
  void the_proxy_gets_its_password_and_nobody_else() throws Exception {
    HttpSender sender = sender(TargetAddresses.trusted(), "user:pass@");
    var _ = sender.send(OutgoingRequest.get(URI.create("http://vendor.invalid/")));
    assertThat(heads).contains("Proxy-Authorization: Basic dXNlcjpwYXNz");
    assertThat(endpoint.asked().getFirst().headers()).doesNotContainKey("proxy-authorization");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "proxy:3128",
        "https://proxy:3128",
        "http://proxy:3128/path",
        "socks://p",
        "http:///x"
      })
  void wrong_addresses_are_refused_without_their_text(String setting) {
    assertThatThrownBy(() -> ProxyServer.read(setting))
        .isInstanceOf(WaybillException.class)
        .hasMessageNotContaining(setting);
  }

  private HttpSender sender(TargetAddresses addresses, String login) {
    String setting = "http://" + login + "127.0.0.1:" + proxy.getLocalPort();
    return new HttpSender(
        new Network(addresses, ProxyServer.read(setting).orElseThrow()),
        HttpSender.Timeouts.DEFAULT,
        clock);
  }

  private void accept() {
    try {
      while (!proxy.isClosed()) {
        Socket socket = proxy.accept();
        Thread.ofVirtual().start(() -> serve(socket));
      }
    } catch (IOException closed) {
      assertThat(proxy.isClosed()).isTrue();
    }
  }

  /// Leads every tunnel to the endpoint.
  private void serve(Socket caller) {
    try (caller;
        Socket target =
            new Socket(InetAddress.getLoopbackAddress(), endpoint.address().getPort())) {
      BufferedReader head =
          new BufferedReader(
              new InputStreamReader(caller.getInputStream(), StandardCharsets.US_ASCII), 1);
      for (String line = head.readLine(); !line.isEmpty(); line = head.readLine()) {
        if (line.startsWith("CONNECT") || line.startsWith("Proxy-")) {
          heads.add(line);
        }
      }
      caller.getOutputStream().write(answer.getBytes(StandardCharsets.US_ASCII));
      if (answer.startsWith("HTTP/1.1 200")) {
        Thread.ofVirtual().start(() -> copy(target, caller));
        copy(caller, target);
      }
    } catch (IOException closed) {
      throw new UncheckedIOException(closed);
    }
  }

  private static void copy(Socket from, Socket to) {
    try {
      from.getInputStream().transferTo(to.getOutputStream());
    } catch (IOException closed) {
      assertThat(closed).isNotNull();
    }
  }
}
