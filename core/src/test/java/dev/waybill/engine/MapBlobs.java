package dev.waybill.engine;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.spi.Blob;
import dev.waybill.spi.BlobStore;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/// A blob store in memory that counts its reads and can be made to fail.
public final class MapBlobs implements BlobStore {

  public final AtomicInteger reads = new AtomicInteger();
  public volatile boolean failing;

  private final Map<String, byte[]> blobs = new ConcurrentHashMap<>();

  @Override
  public boolean put(String tenant, String name, InputStream content) throws IOException {
    return blobs.putIfAbsent(tenant + " " + name, content.readAllBytes()) == null;
  }

  @Override
  public Optional<Blob> find(String tenant, String name) {
    reads.incrementAndGet();
    if (failing) {
      throw new WaybillException(Code.STORE_FAILED, "the blob store is told to fail");
    }
    return Optional.ofNullable(blobs.get(tenant + " " + name)).map(MapBlobs::blob);
  }

  @Override
  public boolean delete(String tenant, String name) {
    return blobs.remove(tenant + " " + name) != null;
  }

  private static Blob blob(byte[] content) {
    return new Blob() {
      @Override
      public long size() {
        return content.length;
      }

      @Override
      public InputStream open(long from, long length) {
        return new ByteArrayInputStream(content, (int) from, (int) length);
      }
    };
  }
}
