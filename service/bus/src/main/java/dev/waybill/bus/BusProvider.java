package dev.waybill.bus;

import dev.waybill.service.ServiceHost;
import dev.waybill.service.ServiceProvider;
import java.util.List;

/// Binds topics to Redis streams, whatever the store of jobs is.
public final class BusProvider implements ServiceProvider {

  /// The setting with the bindings; see [Binding].
  public static final String BINDINGS = "topics.bindings";

  @Override
  public void open(ServiceHost host) {
    String text = host.settings().ofServices().getOrDefault(BINDINGS, "");
    List<OpenBinding> bindings =
        Binding.parseAll(text).stream().map(one -> new OpenBinding(one, host)).toList();
    if (!bindings.isEmpty()) {
      host.whileOpen(
          () -> bindings.forEach(OpenBinding::start), () -> bindings.forEach(OpenBinding::close));
    }
  }

  /// Refuses a malformed setting.
  public static void check(String bindings) {
    Binding.parseAll(bindings);
  }
}
