package dev.waybill.testkit;

import dev.waybill.spi.BlobStore;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// The blob store in its plainest form: a map.
public final class ModelBlobs implements BlobStore {

  private record BlobKey(String tenant, String name) {}

  private final Map<BlobKey, byte[]> blobs = new HashMap<>();

  @Override
  public synchronized boolean put(String tenant, String name, byte[] content) {
    return blobs.putIfAbsent(new BlobKey(tenant, name), content.clone()) == null;
  }

  @Override
  public synchronized Optional<byte[]> get(String tenant, String name) {
    return Optional.ofNullable(blobs.get(new BlobKey(tenant, name))).map(byte[]::clone);
  }

  @Override
  public synchronized boolean delete(String tenant, String name) {
    return blobs.remove(new BlobKey(tenant, name)) != null;
  }

  @Override
  public Optional<URI> link(String tenant, String name) {
    return Optional.empty();
  }
}
