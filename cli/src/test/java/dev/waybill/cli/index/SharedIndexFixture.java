package dev.waybill.cli.index;

import dev.waybill.conformance.BackendFixture;
import dev.waybill.conformance.ManualClock;
import dev.waybill.conformance.PostgresServer;
import dev.waybill.engine.EngineOpener;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Backend;
import dev.waybill.spi.StoreAddress;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/// A store with its search index in a schema of PostgreSQL.
final class SharedIndexFixture implements BackendFixture {

  private static final AtomicInteger NEXT = new AtomicInteger();

  private final StoreAddress store;
  private final StoreAddress index;
  private final Runnable afterwards;
  private final ManualClock clock = new ManualClock();
  private final Settings settings;
  private Backend backend;

  /// @param afterwards removes the store
  SharedIndexFixture(String store, Settings settings, Runnable afterwards) {
    this.store = StoreAddress.of(URI.create(store));
    this.index = StoreAddress.of(URI.create(newIndex()));
    this.afterwards = afterwards;
    this.settings = settings.withClock(clock);
    this.backend = EngineOpener.backend(this.store, index, this.settings);
  }

  private static String newIndex() {
    String schema = "index" + NEXT.incrementAndGet();
    return PostgresServer.shared().url("postgres") + "?schema=" + schema;
  }

  @Override
  public Backend backend() {
    return backend;
  }

  @Override
  public ManualClock clock() {
    return clock;
  }

  @Override
  public Backend crashAndReopen() {
    backend.close();
    backend = EngineOpener.backend(store, index, settings);
    return backend;
  }

  @Override
  public void elapse(Duration step) {
    clock.advance(step);
  }

  @Override
  public void close() {
    backend.close();
    afterwards.run();
  }
}
