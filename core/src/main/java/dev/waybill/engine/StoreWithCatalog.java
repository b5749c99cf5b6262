package dev.waybill.engine;

import dev.waybill.spi.Backend;
import dev.waybill.spi.Catalog;
import dev.waybill.spi.ForwardingBackend;
import dev.waybill.spi.OpenCatalog;

/// A store whose search index is somewhere else. Closes both.
final class StoreWithCatalog extends ForwardingBackend {

  private final OpenCatalog index;

  StoreWithCatalog(Backend store, OpenCatalog index) {
    super(store);
    this.index = index;
  }

  @Override
  public Catalog catalog() {
    return index.catalog();
  }

  @Override
  public void close() {
    try {
      super.close();
    } finally {
      index.close();
    }
  }
}
