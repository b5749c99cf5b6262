package dev.waybill.messages.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.WaybillException;
import dev.waybill.messages.http.TargetAddresses.ForbiddenAddress;
import java.net.InetAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class TargetAddressesTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0.0.0.0",
        "0.1.2.3",
        "10.0.0.1",
        "10.255.255.255",
        "100.64.0.1",
        "100.127.255.255",
        "127.0.0.1",
        "127.1.2.3",
        "169.254.169.254",
        "172.16.0.1",
        "172.31.255.255",
        "192.0.0.1",
        "192.0.2.1",
        "192.88.99.1",
        "192.168.0.1",
        "198.18.0.1",
        "198.19.255.255",
        "198.51.100.1",
        "203.0.113.1",
        "224.0.0.1",
        "239.255.255.255",
        "240.0.0.1",
        "255.255.255.255",
        "::",
        "::1",
        "fc00::1",
        "fd12:3456::1",
        "fe80::1",
        "fec0::1",
        "ff02::1",
        "::ffff:127.0.0.1",
        "::ffff:10.0.0.1",
        "::127.0.0.1",
        "64:ff9b::7f00:1",
        "64:ff9b:1::1",
        "100::1",
        "2001::1",
        "2001:db8::1",
        "2002:7f00:1::",
        "3fff::1",
        "2130706433",
        "127.1"
      })
  void an_address_that_is_not_public_is_forbidden(String literal) {
    TargetAddresses addresses = TargetAddresses.allowing("");
    assertThatThrownBy(() -> addresses.resolve(literal)).isInstanceOf(ForbiddenAddress.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1.1.1.1",
        "8.8.8.8",
        "9.255.255.255",
        "11.0.0.0",
        "100.63.255.255",
        "100.128.0.0",
        "126.255.255.255",
        "128.0.0.0",
        "169.253.0.1",
        "172.15.255.255",
        "172.32.0.0",
        "192.167.0.1",
        "223.255.255.255",
        "2606:4700::1111",
        "[2a00:1450:4001::1]"
      })
  void a_public_address_is_allowed(String literal) throws Exception {
    assertThat(TargetAddresses.allowing("").resolve(literal)).hasSize(1);
  }

  @Test
  void a_configured_range_is_allowed_and_no_more() throws Exception {
    TargetAddresses addresses = TargetAddresses.allowing("10.1.0.0/16, fd00::/8 127.0.0.1");
    assertThat(addresses.resolve("10.1.2.3")).hasSize(1);
    assertThat(addresses.resolve("fd00::1")).hasSize(1);
    assertThat(addresses.resolve("127.0.0.1")).hasSize(1);
    for (String other : new String[] {"10.2.0.1", "fc00::1", "127.0.0.2"}) {
      assertThatThrownBy(() -> addresses.resolve(other)).isInstanceOf(ForbiddenAddress.class);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"10.0.0.0/33", "localhost", "10.0.0/8x", "::1/129", "/8", "10.0.0.0/-1"})
  void an_invalid_range_is_refused(String range) {
    assertThatThrownBy(() -> TargetAddresses.allowing(range)).isInstanceOf(WaybillException.class);
  }

  @Test
  void one_private_address_among_public_ones_forbids_a_host() {
    TargetAddresses addresses = TargetAddresses.allowing("", _ -> all("8.8.8.8", "192.168.1.1"));
    assertThatThrownBy(() -> addresses.resolve("example.org")).isInstanceOf(ForbiddenAddress.class);
  }

  static InetAddress[] all(String... literals) throws UnknownHostException {
    InetAddress[] addresses = new InetAddress[literals.length];
    for (int i = 0; i < literals.length; i++) {
      addresses[i] = InetAddress.getByName(literals[i]);
    }
    return addresses;
  }
}
