package dev.waybill.engine;

import dev.waybill.spi.Backend;
import dev.waybill.spi.Blob;
import dev.waybill.spi.BlobStore;
import dev.waybill.spi.ForwardingBackend;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;

/// Records the blobs of jobs that were put and not deleted.
final class RecordingBlobs implements BlobStore {

  private final BlobStore real;
  private final Set<String> left = new ConcurrentSkipListSet<>();

  RecordingBlobs(BlobStore real) {
    this.real = real;
  }

  Set<String> left() {
    return left;
  }

  Backend over(Backend backend) {
    return new ForwardingBackend(backend) {
      @Override
      public BlobStore blobs() {
        return RecordingBlobs.this;
      }
    };
  }

  @Override
  public boolean put(String tenant, String name, InputStream content) throws IOException {
    boolean stored = real.put(tenant, name, content);
    if (stored && name.startsWith("jobs/")) {
      left.add(name);
    }
    return stored;
  }

  @Override
  public Optional<Blob> find(String tenant, String name) {
    return real.find(tenant, name);
  }

  @Override
  public boolean delete(String tenant, String name) {
    left.remove(name);
    return real.delete(tenant, name);
  }
}
