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
  void an_address_that_nobody_knows_is_named_without_its_password(String address) {
    WaybillException open =
        catchThrowableOfType(WaybillException.class, () -> Waybill.open(URI.create(address)));
    WaybillException connect =
        catchThrowableOfType(WaybillException.class, () -> Waybill.connect(URI.create(address)));
    assertThat(open.getMessage()).contains("redis://").doesNotContain("hunter2");
    assertThat(connect.getMessage()).contains("redis://").doesNotContain("hunter2");
  }

  @Test
  void an_address_without_a_password_is_named_as_it_is() {
    URI address = URI.create("redis://host:1/0");
    assertThat(catchThrowableOfType(WaybillException.class, () -> Waybill.open(address)))
        .hasMessageContaining("redis://host:1/0");
  }
}
