package dev.waybill.cli.connect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The servers that receive the API key of the environment.
final class ServerKeysTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://127.0.0.1:7878",
        "http://localhost:7878",
        "http://[::1]:7878",
        "http://0.0.0.0:7878",
        "https://waybill.example"
      })
  void a_key_is_sent_to_loopback_and_over_tls(String address) {
    assertThatCode(() -> ServerKeys.requireSafe(URI.create(address), "wbk_x", false))
        .doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://waybill.example",
        "http://10.0.0.7:7878",
        "http://localhost.evil.example",
        "http://127.0.0.1.evil.example:7878"
      })
  void a_key_is_not_sent_over_plain_http_to_another_machine(String address) {
    URI there = URI.create(address);
    WaybillException refused =
        catchThrowableOfType(
            WaybillException.class, () -> ServerKeys.requireSafe(there, "wbk_x", false));
    assertThat(refused.code()).isEqualTo(Code.INVALID_ARGUMENT);
    assertThatCode(() -> ServerKeys.requireSafe(there, "wbk_x", true)).doesNotThrowAnyException();
    assertThatCode(() -> ServerKeys.requireSafe(there, null, false)).doesNotThrowAnyException();
  }

  @Test
  void an_address_from_a_data_directory_gets_the_key_only_on_this_machine() {
    URI elsewhere = URI.create("https://evil.example");
    WaybillException refused =
        catchThrowableOfType(
            WaybillException.class, () -> ServerKeys.requireLocal(elsewhere, "wbk_x"));
    assertThat(refused.code()).isEqualTo(Code.INVALID_ARGUMENT);
    assertThatCode(() -> ServerKeys.requireLocal(elsewhere, null)).doesNotThrowAnyException();
    assertThatCode(() -> ServerKeys.requireLocal(URI.create("http://127.0.0.1:1"), "wbk_x"))
        .doesNotThrowAnyException();
  }
}
