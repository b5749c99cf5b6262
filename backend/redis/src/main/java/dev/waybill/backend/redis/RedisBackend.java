package dev.waybill.backend.redis;

import dev.waybill.Capabilities;
import dev.waybill.Capabilities.Durability;
import dev.waybill.Capabilities.Feature;
import dev.waybill.Capabilities.Listing;
import dev.waybill.Capabilities.Ordering;
import dev.waybill.backend.search.SqliteCatalog;
import dev.waybill.backend.support.OpenBackend;
import dev.waybill.backend.support.OpenParts;
import dev.waybill.backend.support.ServerDirectory;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Expiry;
import dev.waybill.spi.Ledger;
import dev.waybill.spi.ServerMemory;
import java.util.List;
import java.util.Set;

/// The four ports on Redis.
final class RedisBackend extends OpenBackend {

  static final String NAME = "redis";

  private final RedisLink link;
  private final MemoryWatch watch;
  private final ServerReview review;

  private RedisBackend(RedisConfig config, Library library, Settings settings, OpenParts parts) {
    ServerDirectory folder = ServerDirectory.open(config.folder(), NAME);
    parts.add(folder::close);
    RedisLink link = RedisLink.open(config, library);
    parts.add(link::close);
    ServerReview review = ServerReview.of(link);
    Capabilities capabilities = capabilities(review.durability());
    RedisLayout layout = new RedisLayout(link);
    layout.ensure();
    RedisBlobStore blobs = new RedisBlobStore(link, new ServerTime(settings.clock()));
    RedisJobStore jobs = new RedisJobStore(link, layout, settings, blobs.uploads());
    parts.add(jobs::close);
    parts.add(link.retries()::close);
    Ledger ledger = new RedisLedger(link, Expiry.of(settings));
    SqliteCatalog catalog = new SqliteCatalog(folder.catalog());
    parts.add(catalog::close);
    super(capabilities, new Ports(jobs, ledger, blobs, catalog), parts);
    this.link = link;
    this.watch = new MemoryWatch(link);
    this.review = review;
  }

  static RedisBackend open(RedisConfig config, Settings settings) {
    return open(config, Library.CURRENT, settings);
  }

  /// Uses other functions, so that tests can break them.
  static RedisBackend open(RedisConfig config, Library library, Settings settings) {
    return open(parts -> new RedisBackend(config, library, settings, parts));
  }

  /// On every shard, because a cluster may be full on one of its nodes.
  @Override
  public void proveWrite() {
    link.callAll(link.shards().stream().map(RedisBackend::proof).toList());
  }

  private static Call proof(Call.Prefix shard) {
    return Call.number("prove", shard).build();
  }

  @Override
  public ServerMemory memory() {
    return watch.memory();
  }

  @Override
  public List<String> remarks() {
    return review.remarks();
  }

  static Capabilities capabilities(Durability durability) {
    return new Capabilities(
        NAME,
        durability,
        Ordering.STRICT,
        Listing.ANY_FILTER,
        Set.of(Feature.SHARED, Feature.SEARCH));
  }
}
