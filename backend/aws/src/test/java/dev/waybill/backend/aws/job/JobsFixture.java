package dev.waybill.backend.aws.job;

import dev.waybill.Capabilities;
import dev.waybill.Capabilities.Durability;
import dev.waybill.Capabilities.Listing;
import dev.waybill.Capabilities.Ordering;
import dev.waybill.backend.aws.Emulators;
import dev.waybill.backend.aws.link.AwsConfig;
import dev.waybill.backend.aws.link.AwsLink;
import dev.waybill.backend.aws.link.Tables;
import dev.waybill.conformance.BackendFixture;
import dev.waybill.conformance.ManualClock;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Backend;
import dev.waybill.spi.BlobStore;
import dev.waybill.spi.Catalog;
import dev.waybill.spi.JobStore;
import dev.waybill.spi.Ledger;
import java.time.Duration;
import java.util.Set;

/// The job store alone, on tables of its own, without the pauses of a server.
final class JobsFixture implements BackendFixture {

  private final AwsConfig config;
  private final ManualClock clock = new ManualClock();
  private final Settings settings;
  private Server server;

  JobsFixture(Settings settings) {
    this(settings, Emulators.config());
  }

  JobsFixture(Settings settings, AwsConfig config) {
    this.config = config;
    this.settings = settings.withClock(clock);
    try (AwsLink link = AwsLink.open(config)) {
      JobPlan.tables(link.layout()).forEach(new Tables(link)::create);
    }
    this.server = new Server(config, this.settings);
  }

  /// A server with nothing but jobs.
  static final class Server implements Backend {

    final AwsLink link;
    final AwsJobStore jobs;

    Server(AwsConfig config, Settings settings) {
      this.link = AwsLink.open(config);
      this.jobs = new AwsJobStore(link, settings, AwsJobStore.Pace.EAGER).start();
    }

    @Override
    public Capabilities capabilities() {
      return new Capabilities(
          "aws", Durability.POWER_CUT, Ordering.BEST_EFFORT, Listing.ANY_FILTER, Set.of());
    }

    @Override
    public JobStore jobs() {
      return jobs;
    }

    @Override
    public Ledger ledger() {
      throw new UnsupportedOperationException("only jobs");
    }

    @Override
    public BlobStore blobs() {
      throw new UnsupportedOperationException("only jobs");
    }

    @Override
    public Catalog catalog() {
      throw new UnsupportedOperationException("only jobs");
    }

    @Override
    public void close() {
      jobs.close();
      link.close();
    }
  }

  /// Another server on the same tables.
  Server another() {
    return new Server(config, settings);
  }

  /// With the clock of the fixture.
  Settings settings() {
    return settings;
  }

  AwsConfig config() {
    return config;
  }

  Server server() {
    return server;
  }

  @Override
  public Backend backend() {
    return server;
  }

  @Override
  public ManualClock clock() {
    return clock;
  }

  /// The services live on. What the server has not sent is lost.
  @Override
  public Backend crashAndReopen() {
    server.jobs.holdMessages();
    server.close();
    server = another();
    return server;
  }

  @Override
  public void elapse(Duration step) {
    clock.advance(step);
  }

  @Override
  public void close() {
    server.close();
  }
}
