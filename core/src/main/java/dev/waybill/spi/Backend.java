package dev.waybill.spi;

import dev.waybill.Capabilities;

/// The ports of one store, and its capabilities.
public interface Backend extends AutoCloseable {

  Capabilities capabilities();

  JobStore jobs();

  Ledger ledger();

  BlobStore blobs();

  Catalog catalog();

  /// Releases all resources. Acknowledged writes stay.
  @Override
  void close();
}
