package dev.waybill.engine;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.spi.BlobStore;
import java.net.URI;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/// A blob store that counts how often it was read and can be made to fail.
final class MapBlobs implements BlobStore {

  final AtomicInteger reads = new AtomicInteger();
  volatile boolean failing;

  private final Map<String, byte[]> blobs = new ConcurrentHashMap<>();

  @Override
  public boolean put(String tenant, String name, byte[] content) {
    return blobs.putIfAbsent(tenant + " " + name, content.clone()) == null;
  }

  @Override
  public Optional<byte[]> get(String tenant, String name) {
    reads.incrementAndGet();
    if (failing) {
      throw new WaybillException(Code.STORE_FAILED, "the blob store is told to fail");
    }
    return Optional.ofNullable(blobs.get(tenant + " " + name)).map(byte[]::clone);
  }

  @Override
  public boolean delete(String tenant, String name) {
    return blobs.remove(tenant + " " + name) != null;
  }

  @Override
  public Optional<URI> link(String tenant, String name) {
    return Optional.empty();
  }
}
