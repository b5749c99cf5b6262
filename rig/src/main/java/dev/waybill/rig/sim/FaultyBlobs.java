package dev.waybill.rig.sim;

import dev.waybill.spi.Blob;
import dev.waybill.spi.BlobStore;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/// The blob store of a server, with faults.
record FaultyBlobs(BlobStore good, Faults faults) implements BlobStore {

  @Override
  public boolean put(String tenant, String name, InputStream content) throws IOException {
    byte[] bytes = content.readAllBytes();
    return faults.call(() -> good.put(tenant, name, bytes));
  }

  @Override
  public Optional<Blob> find(String tenant, String name) {
    return faults.call(() -> good.find(tenant, name));
  }

  @Override
  public boolean delete(String tenant, String name) {
    return faults.call(() -> good.delete(tenant, name));
  }
}
