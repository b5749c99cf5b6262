package dev.waybill.testkit;

import dev.waybill.Settings;
import dev.waybill.spi.Backend;
import dev.waybill.spi.BlobStore;
import dev.waybill.spi.Capabilities;
import dev.waybill.spi.Catalog;
import dev.waybill.spi.JobStore;
import dev.waybill.spi.Ledger;
import java.time.Duration;
import java.util.function.UnaryOperator;

/// The model with a fault put in front of its job store, also after a crash.
final class BrokenFixture implements BackendFixture {

  private record BrokenBackend(Backend good, JobStore jobs) implements Backend {

    @Override
    public Capabilities capabilities() {
      return good.capabilities();
    }

    @Override
    public Ledger ledger() {
      return good.ledger();
    }

    @Override
    public BlobStore blobs() {
      return good.blobs();
    }

    @Override
    public Catalog catalog() {
      return good.catalog();
    }

    @Override
    public void close() {
      good.close();
    }
  }

  private final BackendFixture good;
  private final UnaryOperator<JobStore> fault;
  private Backend backend;

  BrokenFixture(Settings settings, UnaryOperator<JobStore> fault) {
    this.good = new ModelFixture(settings);
    this.fault = fault;
    this.backend = broken(good.backend());
  }

  private Backend broken(Backend sound) {
    return new BrokenBackend(sound, fault.apply(sound.jobs()));
  }

  @Override
  public Backend backend() {
    return backend;
  }

  @Override
  public ManualClock clock() {
    return (ManualClock) good.clock();
  }

  @Override
  public Backend crashAndReopen() {
    backend = broken(good.crashAndReopen());
    return backend;
  }

  @Override
  public void elapse(Duration step) {
    good.elapse(step);
  }

  @Override
  public void close() {
    good.close();
  }
}
