package dev.waybill.conformance.model;

import dev.waybill.Payload;
import dev.waybill.spi.Blob;
import dev.waybill.spi.BlobStore;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// A blob store in memory: a map.
public final class ModelBlobs implements BlobStore {

  private record BlobKey(String tenant, String name) {}

  private record Stored(Payload content) implements Blob {

    @Override
    public long size() {
      return content.size();
    }

    @Override
    public InputStream open(long from, long length) {
      Blob.checkRange(from, length, size());
      return new ByteArrayInputStream(content.bytesWithoutCopy(), (int) from, (int) length);
    }
  }

  private final Map<BlobKey, Stored> blobs = new ConcurrentHashMap<>();

  @Override
  public boolean put(String tenant, String name, InputStream content) throws IOException {
    Stored stored = new Stored(Payload.wrap(content.readAllBytes()));
    return blobs.putIfAbsent(new BlobKey(tenant, name), stored) == null;
  }

  @Override
  public Optional<Blob> find(String tenant, String name) {
    return Optional.ofNullable(blobs.get(new BlobKey(tenant, name)));
  }

  @Override
  public boolean delete(String tenant, String name) {
    return blobs.remove(new BlobKey(tenant, name)) != null;
  }
}
