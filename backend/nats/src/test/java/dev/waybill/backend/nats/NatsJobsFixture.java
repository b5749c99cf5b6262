package dev.waybill.backend.nats;

import dev.waybill.Capabilities;
import dev.waybill.Capabilities.Durability;
import dev.waybill.conformance.BackendFixture;
import dev.waybill.conformance.ManualClock;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Backend;
import dev.waybill.spi.BlobStore;
import dev.waybill.spi.Catalog;
import dev.waybill.spi.Ledger;
import io.nats.client.Connection;
import io.nats.client.JetStreamApiException;
import java.io.IOException;
import java.time.Duration;
import java.util.function.UnaryOperator;

/// The job store alone, on a server that several tests use one after the other; each test starts
/// with an empty store.
final class NatsJobsFixture implements BackendFixture {

  private final NatsServer server;
  private final Settings settings;
  private final ManualClock clock = new ManualClock();
  private final UnaryOperator<Connection> fault;
  private Opened opened;

  NatsJobsFixture(NatsServer server, Settings settings) {
    this(server, settings, UnaryOperator.identity());
  }

  NatsJobsFixture(NatsServer server, Settings settings, UnaryOperator<Connection> fault) {
    this.server = server;
    this.settings = settings.withClock(clock);
    this.fault = fault;
    this.opened = open();
  }

  private Opened open() {
    NatsLink link = server.link("local");
    return new Opened(link, NatsJobStore.open(link, fault.apply(link.connection()), settings));
  }

  @Override
  public Backend backend() {
    return opened;
  }

  @Override
  public ManualClock clock() {
    return clock;
  }

  @Override
  public Backend crashAndReopen() {
    opened.link().close();
    opened.store().close();
    opened = open();
    return opened;
  }

  @Override
  public void elapse(Duration step) {
    clock.advance(step);
  }

  @Override
  public void close() {
    opened.store().close();
    try {
      var management = opened.link().management();
      for (String stream : management.getStreamNames()) {
        management.deleteStream(stream);
      }
    } catch (IOException | JetStreamApiException failure) {
      throw new AssertionError(failure);
    }
    opened.link().close();
  }

  private record Opened(NatsLink link, NatsJobStore store) implements Backend {

    @Override
    public NatsJobStore jobs() {
      return store;
    }

    @Override
    public Capabilities capabilities() {
      return NatsBackend.capabilities(Durability.PROCESS);
    }

    @Override
    public Ledger ledger() {
      throw new UnsupportedOperationException();
    }

    @Override
    public BlobStore blobs() {
      throw new UnsupportedOperationException();
    }

    @Override
    public Catalog catalog() {
      throw new UnsupportedOperationException();
    }

    @Override
    public void close() {
      store.close();
      link.close();
    }
  }
}
