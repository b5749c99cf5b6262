package dev.waybill.engine;

import dev.waybill.Code;
import dev.waybill.Settings;
import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import dev.waybill.spi.Backend;
import dev.waybill.spi.EventServices;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/// What is built on jobs, as far as it is on the class path.
record Services(@Nullable EventServices found) {

  static Services over(Backend backend, Waybill waybill, Settings settings) {
    return new Services(
        ServiceLoader.load(EventServices.Provider.class)
            .findFirst()
            .map(provider -> provider.open(backend, waybill, settings))
            .orElse(null));
  }

  EventServices events() {
    if (found == null) {
      throw new WaybillException(
          Code.INVALID_ARGUMENT, "there are no topics on the class path; add waybill-events");
    }
    return found;
  }
}
