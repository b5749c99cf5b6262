package dev.waybill.backend.embedded;

import dev.waybill.backend.embedded.blob.FileBlobStore;
import dev.waybill.conformance.HugeBlob;
import java.io.IOException;
import java.nio.file.Path;

/// Streams a blob into a directory and out of it.
public final class HugeBlobMain {

  private HugeBlobMain() {}

  public static void main(String[] folder) throws IOException {
    try (FileBlobStore blobs = new FileBlobStore(Path.of(folder[0]))) {
      HugeBlob.roundTrip(blobs);
    }
  }
}
