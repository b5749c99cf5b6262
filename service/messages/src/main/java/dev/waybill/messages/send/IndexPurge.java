package dev.waybill.messages.send;

import dev.waybill.WaybillException;
import dev.waybill.spi.Catalog;
import java.time.Duration;
import java.util.List;

/// Removes the words of erased messages from the files of the search index, once for all messages
/// that were erased since the last time. The index itself has the mark that this is due, so that a
/// crash in between does not leave them there.
final class IndexPurge {

  private static final System.Logger LOG = System.getLogger(IndexPurge.class.getName());

  /// Its position counts the erasures since the last purge; empty if there is none.
  private static final String FEED = "$messages.purge";

  /// After a purge, so many times its duration passes before the next one.
  private static final int RESTS = 10;

  private static final long DAY = Duration.ofDays(1).toNanos();

  private final Catalog catalog;
  private long restsUntil = System.nanoTime();
  private long purgedAt = System.nanoTime();
  private volatile boolean expired;

  IndexPurge(Catalog catalog) {
    this.catalog = catalog;
  }

  /// To be called when entries of expired messages are deleted. Their words leave the files with
  /// the next erasure, or once a day.
  void markExpired() {
    expired = true;
  }

  /// To be called before an entry of an erased message is replaced or deleted.
  void mark() {
    boolean marked = false;
    while (!marked) {
      String now = catalog.position(FEED);
      marked = move(now, Long.toString(now.isEmpty() ? 1 : Long.parseLong(now) + 1));
    }
  }

  /// Purges if it is due, unless the last time was just before.
  void run() {
    if (expired && System.nanoTime() - purgedAt >= DAY) {
      mark();
    }
    if (System.nanoTime() - restsUntil >= 0) {
      runNow();
    }
  }

  void runNow() {
    String due = catalog.position(FEED);
    if (due.isEmpty()) {
      return;
    }
    long begin = System.nanoTime();
    try {
      catalog.purge();
      move(due, "");
    } catch (WaybillException failed) {
      LOG.log(System.Logger.Level.WARNING, "erased messages are purged later", failed);
    }
    long end = System.nanoTime();
    restsUntil = end + RESTS * (end - begin);
    purgedAt = end;
    expired = false;
  }

  /// False if a message was erased meanwhile; then it is due again.
  private boolean move(String from, String to) {
    return catalog.advance(new Catalog.Advance(FEED, from, to, List.of(), List.of()));
  }
}
