package dev.waybill.messages.send;

import dev.waybill.WaybillException;
import dev.waybill.spi.Catalog;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;

/// Removes the words of erased messages from the files of the search index, once for all messages
/// that were erased since the last time, and those of expired messages within a day. The index
/// itself has the marks that this is due, so that a crash or a restart does not leave them there.
final class IndexPurge {

  private static final System.Logger LOG = System.getLogger(IndexPurge.class.getName());

  /// Its position counts the erasures since the last purge; empty if there is none.
  private static final String FEED = "$messages.purge";

  /// Its position is the time in seconds at which the first message was deleted from the index
  /// since the last purge; empty if there is none.
  private static final String EXPIRED = "$messages.expired";

  /// After a purge, so many times its duration passes before the next one.
  private static final int RESTS = 10;

  private static final Duration DAY = Duration.ofDays(1);

  private final Catalog catalog;
  private final InstantSource clock;
  private long restsUntil = System.nanoTime();

  IndexPurge(Catalog catalog, InstantSource clock) {
    this.catalog = catalog;
    this.clock = clock;
  }

  /// To be called before entries of expired messages are deleted. Their words leave the files with
  /// the next erasure, or within a day.
  void markExpired() {
    if (catalog.position(EXPIRED).isEmpty()) {
      move(EXPIRED, "", Long.toString(clock.instant().getEpochSecond()));
    }
  }

  /// To be called before an entry of an erased message is replaced or deleted.
  void mark() {
    boolean marked = false;
    while (!marked) {
      String now = catalog.position(FEED);
      marked = move(FEED, now, Long.toString(now.isEmpty() ? 1 : Long.parseLong(now) + 1));
    }
  }

  /// Purges if it is due, unless the last time was just before.
  void run() {
    if (isExpiredForADay()) {
      mark();
    }
    if (System.nanoTime() - restsUntil >= 0) {
      runNow();
    }
  }

  private boolean isExpiredForADay() {
    String since = catalog.position(EXPIRED);
    return !since.isEmpty()
        && !clock.instant().minus(DAY).isBefore(Instant.ofEpochSecond(Long.parseLong(since)));
  }

  void runNow() {
    String due = catalog.position(FEED);
    if (due.isEmpty()) {
      return;
    }
    move(EXPIRED, catalog.position(EXPIRED), "");
    long begin = System.nanoTime();
    try {
      catalog.purge();
      move(FEED, due, "");
    } catch (WaybillException failed) {
      LOG.log(System.Logger.Level.WARNING, "erased messages are purged later", failed);
    }
    long end = System.nanoTime();
    restsUntil = end + RESTS * (end - begin);
  }

  /// False if a message was erased meanwhile; then it is due again.
  private boolean move(String feed, String from, String to) {
    return catalog.advance(new Catalog.Advance(feed, from, to, List.of(), List.of()));
  }
}
