package dev.waybill.engine;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.spi.Catalog;
import dev.waybill.spi.Ledger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/// Keeps the catalog up to date in the background. Where the catalog fails, it is tried again every
/// so often, and nothing but search is the worse for it.
public final class CatalogKeeper implements AutoCloseable {

  private static final System.Logger LOG = System.getLogger(CatalogKeeper.class.getName());
  private static final Duration LONGEST_CLOSE = Duration.ofSeconds(30);

  private final Ledger ledger;
  private final Catalog catalog;
  private final CatalogProjector projector;
  private final Duration period;
  private final ReentrantLock oneStep = new ReentrantLock();
  private final Semaphore wake = new Semaphore(0);
  private final Thread thread;
  private volatile boolean closed;
  private volatile long last;
  private volatile long reached;
  private boolean failing;

  /// How far the catalog is.
  ///
  /// @param position the fact it has been built up to
  /// @param last the last fact of the ledger
  public record Progress(long position, long last) {

    /// How many facts are not in the catalog yet.
    public long lag() {
      return Math.max(0, last - position);
    }
  }

  private CatalogKeeper(Ledger ledger, Catalog catalog, Duration period) {
    this.ledger = ledger;
    this.catalog = catalog;
    this.projector = CatalogProjector.ofStandings(ledger, catalog);
    this.period = period;
    this.thread = Thread.ofVirtual().name("waybill-catalog").start(this::run);
  }

  /// @param period how often it looks for new facts
  public static CatalogKeeper start(Ledger ledger, Catalog catalog, Duration period) {
    return new CatalogKeeper(ledger, catalog, period);
  }

  /// As of the last look, so that asking costs nothing.
  public Progress progress() {
    return new Progress(reached, last);
  }

  /// Throws the catalog away and begins to build it anew; [#progress] tells how far that is.
  public void rebuild() {
    oneStep.lock();
    try {
      last = ledger.last();
      reached = 0;
      catalog.clear();
    } finally {
      oneStep.unlock();
    }
    wake.release();
  }

  /// Waits for a step under way, so that the store is not closed beneath it.
  @Override
  public void close() {
    closed = true;
    wake.release();
    try {
      if (!thread.join(LONGEST_CLOSE)) {
        LOG.log(Level.WARNING, "the catalog has not ended after {0}", LONGEST_CLOSE);
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    try {
      while (!closed) {
        if (!advanced()) {
          wake.tryAcquire(period.toNanos(), TimeUnit.NANOSECONDS);
        }
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /// One step; false where there is nothing to do for now.
  private boolean advanced() {
    oneStep.lock();
    try {
      last = ledger.last();
      int taken = projector.projectSome();
      reached = catalog.checkpoint();
      failing = false;
      return taken > 0;
    } catch (RuntimeException failed) {
      tell(failed);
      return false;
    } finally {
      oneStep.unlock();
    }
  }

  /// Once, until it works again.
  private void tell(RuntimeException failed) {
    boolean over = failed instanceof WaybillException refused && refused.code() == Code.CLOSED;
    if (!failing && !over) {
      LOG.log(Level.WARNING, "the catalog cannot follow and will try again", failed);
    }
    failing = true;
  }
}
