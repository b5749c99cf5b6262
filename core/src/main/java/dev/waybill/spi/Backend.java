package dev.waybill.spi;

import dev.waybill.Capabilities;

/// The ports that one engine offers, and what it says of itself.
public interface Backend extends AutoCloseable {

  Capabilities capabilities();

  JobStore jobs();

  Ledger ledger();

  BlobStore blobs();

  Catalog catalog();

  /// Gives up everything it holds. What was acknowledged stays.
  @Override
  void close();
}
