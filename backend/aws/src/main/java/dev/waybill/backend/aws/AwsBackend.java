package dev.waybill.backend.aws;

import dev.waybill.Capabilities;
import dev.waybill.Capabilities.Durability;
import dev.waybill.Capabilities.Feature;
import dev.waybill.Capabilities.Listing;
import dev.waybill.Capabilities.Ordering;
import dev.waybill.backend.aws.blob.AwsBlobStore;
import dev.waybill.backend.aws.job.AwsJobStore;
import dev.waybill.backend.aws.ledger.AwsLedger;
import dev.waybill.backend.aws.link.AwsConfig;
import dev.waybill.backend.aws.link.AwsLink;
import dev.waybill.backend.aws.link.CallCounts;
import dev.waybill.backend.search.SqliteCatalog;
import dev.waybill.backend.support.OpenBackend;
import dev.waybill.backend.support.OpenParts;
import dev.waybill.backend.support.ServerDirectory;
import dev.waybill.settings.Settings;
import dev.waybill.spi.BlobStore;
import dev.waybill.spi.Expiry;
import dev.waybill.spi.Ledger;
import dev.waybill.spi.StoreCalls;
import java.util.List;
import java.util.Set;

/// The four ports on AWS.
final class AwsBackend extends OpenBackend {

  static final String NAME = "aws";

  static final Capabilities CAPABILITIES =
      new Capabilities(
          NAME,
          Durability.POWER_CUT,
          Ordering.BEST_EFFORT,
          Listing.ANY_FILTER,
          Set.of(Feature.SHARED, Feature.SEARCH));

  private final CallCounts counts;
  private final ServiceProbe services;

  private AwsBackend(AwsConfig config, Settings settings, OpenParts parts) {
    ServerDirectory folder = ServerDirectory.open(config.folder(), NAME);
    parts.add(folder::close);
    AwsLink link = AwsLink.open(config, settings.callObserver());
    parts.add(link::close);
    this.counts = link.counts();
    new AwsResources(link).ensure();
    AwsJobStore jobs = new AwsJobStore(link, settings, AwsJobStore.Pace.STANDARD).start();
    parts.add(jobs::close);
    Ledger ledger = AwsLedger.open(link, Expiry.of(settings));
    BlobStore blobs = AwsBlobStore.open(link);
    SqliteCatalog catalog = new SqliteCatalog(folder.catalog());
    parts.add(catalog::close);
    this.services = new ServiceProbe(link);
    super(CAPABILITIES, new Ports(jobs, ledger, blobs, catalog), parts);
  }

  @Override
  public List<StoreCalls> calls() {
    return counts.report();
  }

  @Override
  public void proveWrite() {
    services.prove();
  }

  static AwsBackend open(AwsConfig config, Settings settings) {
    return open(parts -> new AwsBackend(config, settings, parts));
  }
}
