package dev.waybill.spi;

/// A search index that belongs to no store, and how to close it.
public record OpenCatalog(Catalog catalog, Runnable closing) implements AutoCloseable {

  @Override
  public void close() {
    closing.run();
  }
}
