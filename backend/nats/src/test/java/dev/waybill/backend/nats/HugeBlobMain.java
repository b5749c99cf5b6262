package dev.waybill.backend.nats;

import dev.waybill.conformance.HugeBlob;
import java.io.IOException;
import java.nio.file.Path;

/// Streams a blob into a NATS server and out of it.
final class HugeBlobMain {

  private HugeBlobMain() {}

  public static void main(String[] url) throws IOException {
    try (NatsLink link = NatsLink.open(NatsConfig.of(url[0], Path.of("unused")))) {
      NatsLayout.streams().forEach(link::ensureStream);
      HugeBlob.roundTrip(new NatsBlobStore(link));
    }
  }
}
