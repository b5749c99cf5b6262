package dev.waybill.backend.redis;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.spi.Provisioned;
import dev.waybill.spi.Provisioned.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/// What the store needs on the server: the library of functions, and for each shard the version of
/// its keys and the ID of its feed.
final class RedisLayout {

  private static final byte[] VERSION = Call.bytes("layout");
  private static final byte[] FEED = Call.bytes("feed");

  private final RedisLink link;

  RedisLayout(RedisLink link) {
    this.link = link;
  }

  /// Creates everything that is missing, and refuses keys of another version.
  void ensure() {
    provision(true);
  }

  List<Provisioned> provision(boolean create) {
    List<Provisioned> all = new ArrayList<>();
    all.add(functions(create));
    for (Call.Prefix shard : link.shards()) {
      all.add(keys(shard, create));
    }
    return all;
  }

  private Provisioned functions(boolean create) {
    String name = "library " + link.library().name();
    if (isLoaded()) {
      return new Provisioned(name, Outcome.PRESENT, List.of());
    }
    if (create) {
      link.loadFunctions();
    }
    return new Provisioned(name, create ? Outcome.CREATED : Outcome.MISSING, List.of());
  }

  private boolean isLoaded() {
    return link
        .onEachServer("list functions", to -> to.functionList(link.library().name()))
        .stream()
        .noneMatch(List::isEmpty);
  }

  private Provisioned keys(Call.Prefix shard, boolean create) {
    String name = "keys " + shard.text() + "*";
    byte[] known = link.command("read the version of keys", to -> to.hget(shard.key("n"), VERSION));
    if (known != null) {
      requireVersion(Integer.parseInt(ServerState.text(known)));
      return new Provisioned(name, Outcome.PRESENT, List.of());
    }
    if (create) {
      long feed = ThreadLocalRandom.current().nextLong(1, Long.MAX_VALUE);
      set(shard, FEED, Long.toString(feed));
      set(shard, VERSION, Integer.toString(Library.LAYOUT));
    }
    return new Provisioned(name, create ? Outcome.CREATED : Outcome.MISSING, List.of());
  }

  private void set(Call.Prefix shard, byte[] field, String value) {
    link.command(
        "write the version of keys", to -> to.hsetnx(shard.key("n"), field, Call.bytes(value)));
  }

  /// The ID of the feed of a shard: a flushed server has another one.
  long feed(Call.Prefix shard) {
    byte[] found = link.command("read the feed", to -> to.hget(shard.key("n"), FEED));
    if (found == null) {
      throw new WaybillException(
          Code.STORE_FAILED,
          "Redis has lost the keys " + shard.text() + "*; restart the server to create them");
    }
    return Long.parseLong(ServerState.text(found));
  }

  private void requireVersion(int found) {
    if (found == Library.LAYOUT) {
      return;
    }
    boolean newer = found > Library.LAYOUT;
    throw new WaybillException(
        newer ? Code.NEWER_FORMAT : Code.OLDER_FORMAT,
        "the keys %s in Redis have layout %d; this version supports %d. %s"
            .formatted(
                link.config().prefix(),
                found,
                Library.LAYOUT,
                newer
                    ? "Use the version that wrote them, or a newer one."
                    : "Let the version that wrote them finish its jobs, or set another"
                        + " store.prefix."));
  }
}
