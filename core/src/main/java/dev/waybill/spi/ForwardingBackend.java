package dev.waybill.spi;

import dev.waybill.Capabilities;
import java.util.List;

/// Passes every call to another backend; a subclass replaces the parts that it changes.
public abstract class ForwardingBackend implements Backend {

  private final Backend backend;

  protected ForwardingBackend(Backend backend) {
    this.backend = backend;
  }

  /// The same backend with another job store.
  public static Backend withJobs(Backend backend, JobStore jobs) {
    return new ForwardingBackend(backend) {
      @Override
      public JobStore jobs() {
        return jobs;
      }
    };
  }

  @Override
  public Capabilities capabilities() {
    return backend.capabilities();
  }

  @Override
  public JobStore jobs() {
    return backend.jobs();
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
  public int inlineBytes() {
    return backend.inlineBytes();
  }

  @Override
  public void proveWrite() {
    backend.proveWrite();
  }

  @Override
  public StoreLoad load() {
    return backend.load();
  }

  @Override
  public List<StoreCalls> calls() {
    return backend.calls();
  }

  @Override
  public DatabaseLoad database() {
    return backend.database();
  }

  @Override
  public ServerMemory memory() {
    return backend.memory();
  }

  @Override
  public List<String> remarks() {
    return backend.remarks();
  }

  @Override
  public void close() {
    backend.close();
  }
}
