package dev.waybill.rig.sim;

import dev.waybill.spi.BlobStore;
import java.net.URI;
import java.util.Optional;

/// The blob store as a server sees it.
record FaultyBlobs(BlobStore good, Faults faults) implements BlobStore {

  @Override
  public boolean put(String tenant, String name, byte[] content) {
    return faults.call(() -> good.put(tenant, name, content));
  }

  @Override
  public Optional<byte[]> get(String tenant, String name) {
    return faults.call(() -> good.get(tenant, name));
  }

  @Override
  public boolean delete(String tenant, String name) {
    return faults.call(() -> good.delete(tenant, name));
  }

  @Override
  public Optional<URI> link(String tenant, String name) {
    return faults.call(() -> good.link(tenant, name));
  }
}
