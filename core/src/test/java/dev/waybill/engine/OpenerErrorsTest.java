package dev.waybill.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class OpenerErrorsTest {

  @ParameterizedTest
  @ValueSource(
      strings = {"redis://user:hunter2@host:1/0?token=hunter2", "redis://a:hunter2@h,b:hunter2@i"})
  void the_error_for_an_unknown_address_omits_its_password(String address) {
    WaybillException open =
        catchThrowableOfType(WaybillException.class, () -> Waybill.open(URI.create(address)));
    WaybillException connect =
        catchThrowableOfType(WaybillException.class, () -> Waybill.connect(URI.create(address)));
    assertThat(open.getMessage()).contains("redis://").doesNotContain("hunter2");
    assertThat(connect.getMessage()).contains("redis://").doesNotContain("hunter2");
  }

  @Test
  void the_error_for_an_unknown_address_quotes_it() {
    URI address = URI.create("redis://host:1/0");
    assertThat(catchThrowableOfType(WaybillException.class, () -> Waybill.open(address)))
        .hasMessageContaining("redis://host:1/0");
  }
}
