package dev.waybill.server.telemetry;

import dev.waybill.spi.Backend;
import dev.waybill.spi.BlobStore;
import dev.waybill.spi.Capabilities;
import dev.waybill.spi.Catalog;
import dev.waybill.spi.JobStore;
import dev.waybill.spi.Ledger;

/// The same backend with a store that is observed.
record ObservedBackend(Backend backend, JobStore jobs) implements Backend {

  @Override
  public Capabilities capabilities() {
    return backend.capabilities();
  }

  @Override
  public Ledger ledger() {
    return backend.ledger();
  }

  @Override
  public BlobStore blobs() {
    return backend.blobs();
  }

  @Override
  public Catalog catalog() {
    return backend.catalog();
  }

  @Override
  public void close() {
    backend.close();
  }
}
