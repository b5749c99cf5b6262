package dev.waybill.messages.provider;

import java.util.Set;

/// Opens the sandbox: `test=sandbox:`.
public final class SandboxFactory implements ProviderFactory {

  @Override
  public Set<String> schemes() {
    return Set.of("sandbox");
  }

  @Override
  public MessageProvider open(String key, ProviderAddress address, ProviderHost host) {
    return new SandboxProvider(key);
  }
}
