package dev.waybill.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import dev.waybill.settings.Settings;
import java.net.URI;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;

class EngineOpenerTest {

  @Test
  void the_engine_is_found_on_the_class_path() {
    assertThat(ServiceLoader.load(Waybill.Opener.class))
        .hasAtLeastOneElementOfType(EngineOpener.class);
  }

  @Test
  void the_error_for_an_unknown_address_names_the_missing_module() {
    EngineOpener opener = new EngineOpener();
    URI unknown = URI.create("nowhere://at/all");
    assertThat(opener.opens(unknown)).isFalse();
    assertThatThrownBy(() -> opener.open(unknown, Settings.DEFAULT))
        .isInstanceOf(WaybillException.class)
        .hasMessageContaining("nowhere")
        .hasMessageContaining("add the module");
  }
}
