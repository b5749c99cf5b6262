package dev.waybill.messages.send;

import dev.waybill.WaybillException;
import dev.waybill.spi.Catalog;
import java.util.List;

/// Removes the words of erased messages from the files of the search index, once for all messages
/// that were erased since the last time. The index itself has the mark that this is due, so that a
/// crash in between does not leave them there.
final class IndexPurge {

  private static final System.Logger LOG = System.getLogger(IndexPurge.class.getName());

  /// Its position counts the erasures since the last purge; empty if there is none.
  private static final String FEED = "$messages.purge";

  private final Catalog catalog;

  IndexPurge(Catalog catalog) {
    this.catalog = catalog;
  }

  /// To be called before an entry is replaced or deleted.
  void mark() {
    boolean marked = false;
    while (!marked) {
      String now = catalog.position(FEED);
      marked = move(now, Long.toString(now.isEmpty() ? 1 : Long.parseLong(now) + 1));
    }
  }

  void run() {
    String due = catalog.position(FEED);
    if (due.isEmpty()) {
      return;
    }
    try {
      catalog.purge();
      move(due, "");
    } catch (WaybillException failed) {
      LOG.log(System.Logger.Level.WARNING, "erased messages are purged later", failed);
    }
  }

  /// False if a message was erased meanwhile; then it is due again.
  private boolean move(String from, String to) {
    return catalog.advance(new Catalog.Advance(FEED, from, to, List.of(), List.of()));
  }
}
