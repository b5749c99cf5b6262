package dev.waybill.messages.provider.sandbox;

import dev.waybill.messages.provider.MessageProvider;
import dev.waybill.messages.provider.ProviderAddress;
import dev.waybill.messages.provider.ProviderFactory;
import dev.waybill.messages.provider.ProviderHost;
import java.util.Set;

/// Opens the sandbox: `test=sandbox:`, or `test=sandbox:?delay=2s&bounce=10&duplicate=100`.
public final class SandboxFactory implements ProviderFactory {

  @Override
  public Set<String> schemes() {
    return Set.of("sandbox");
  }

  @Override
  public MessageProvider open(String key, ProviderAddress address, ProviderHost host) {
    return new SandboxProvider(key, Instructions.of(address), host.later());
  }
}
