package dev.waybill.engine.index;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.base.BackgroundLoop;
import dev.waybill.spi.Backend;
import dev.waybill.spi.Catalog;
import dev.waybill.spi.Expiry;
import dev.waybill.spi.Fact;
import dev.waybill.spi.Ledger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// Keeps the search index up to date in the background, with the facts of the ledger and with jobs.
/// If the index fails, it tries again periodically, and only search is affected.
///
/// Indexing jobs takes at most a tenth of a processor: under load the index falls behind instead of
/// slowing down the store. A rebuild has no such limit.
public final class CatalogKeeper implements AutoCloseable {

  private static final System.Logger LOG = System.getLogger(CatalogKeeper.class.getName());
  private static final int EXPIRED_PER_STEP = 500;

  /// The pause after a step, as a multiple of the duration of the step.
  private static final int JOBS_PAUSE = 9;

  private final Ledger ledger;
  private final Catalog catalog;
  private final Expiry expiry;
  private final CatalogProjector projector;
  private final BooleanSupplier jobs;
  private final Duration period;
  private final ReentrantLock oneStep = new ReentrantLock();
  private final BackgroundLoop loop;
  private volatile Progress progress = Progress.NONE;
  private boolean failing;
  private long jobsTook;
  private volatile boolean rebuilding;
  private volatile long jobsCompleteAt = System.nanoTime();
  private volatile boolean jobsMissing;

  /// The progress of the index.
  ///
  /// @param position the last fact in the index
  /// @param last the last fact of the ledger
  /// @param missing the time of the first fact that is not in the index; null if there is none
  public record Progress(long position, long last, @Nullable Instant missing) {

    private static final Progress NONE = new Progress(0, 0, null);

    private static Progress of(Ledger ledger, Catalog catalog) {
      return at(ledger, catalog.checkpoint());
    }

    private static Progress at(Ledger ledger, long position) {
      List<Fact.Recorded> next = ledger.tail(position, 1);
      return next.isEmpty()
          ? new Progress(position, position, null)
          : new Progress(position, ledger.beforeNewest(0), next.getFirst().fact().at());
    }

    /// For how many seconds a fact has been missing: 0 only if none is missing.
    public long lagSeconds(Instant now) {
      return missing == null ? 0 : Math.max(1, Duration.between(missing, now).toSeconds());
    }
  }

  /// @param period how often it looks for new facts after it was started
  public CatalogKeeper(Backend backend, Expiry expiry, Duration period) {
    this(
        backend.ledger(),
        backend.catalog(),
        expiry,
        new JobIndexer(backend.jobs(), backend.catalog())::step,
        period);
  }

  /// Indexes facts only.
  public CatalogKeeper(Ledger ledger, Catalog catalog, Expiry expiry, Duration period) {
    this(ledger, catalog, expiry, () -> false, period);
  }

  private CatalogKeeper(
      Ledger ledger, Catalog catalog, Expiry expiry, BooleanSupplier jobs, Duration period) {
    this.ledger = ledger;
    this.catalog = catalog;
    this.expiry = expiry;
    this.jobs = jobs;
    this.projector = CatalogProjector.ofStandings(ledger, catalog);
    this.period = period;
    this.loop = new BackgroundLoop("search-index", period, this::step);
  }

  public void start() {
    loop.start().wake();
  }

  /// The progress at the last step, so that reading it costs nothing.
  public Progress progress() {
    return progress;
  }

  /// For how many seconds changes of jobs have been missing: 0 only if none is known to be missing.
  public long jobLagSeconds() {
    long nanos = System.nanoTime() - jobsCompleteAt;
    return jobsMissing ? Math.max(1, TimeUnit.NANOSECONDS.toSeconds(nanos)) : 0;
  }

  /// Deletes the index and starts to rebuild it; [#progress] shows how far it is.
  public void rebuild() {
    oneStep.lock();
    try {
      catalog.clear();
      jobsMissing = true;
      rebuilding = true;
      progress = Progress.of(ledger, catalog);
    } finally {
      oneStep.unlock();
    }
    loop.wake();
  }

  /// Waits for an active step, so that it does not use a closed store.
  @Override
  public void close() {
    loop.close();
  }

  private Duration step() {
    if (!advanced()) {
      return period;
    }
    return rebuilding ? Duration.ZERO : Duration.ofNanos(JOBS_PAUSE * jobsTook);
  }

  /// Runs one step; false if there is nothing to do at the moment.
  private boolean advanced() {
    oneStep.lock();
    try {
      progress = Progress.at(ledger, progress.position());
      boolean facts = projector.projectSome() > 0 || deleteExpired();
      progress = Progress.of(ledger, catalog);
      boolean more = followJobs();
      rebuilding &= facts || more;
      failing = false;
      return facts || more;
    } catch (RuntimeException failed) {
      jobsMissing = true;
      tell(failed);
      return false;
    } finally {
      oneStep.unlock();
    }
  }

  /// An entry has the time of the fact that led to it, and expires with it.
  private boolean deleteExpired() {
    List<Catalog.EntryKey> expired =
        expiry.kinds().stream()
            .flatMap(kind -> catalog.upTo(kind, expiry.limit(kind), EXPIRED_PER_STEP).stream())
            .toList();
    if (!expired.isEmpty()) {
      catalog.delete(expired);
    }
    return !expired.isEmpty();
  }

  private boolean followJobs() {
    long begin = System.nanoTime();
    boolean more = jobs.getAsBoolean();
    long end = System.nanoTime();
    jobsTook = end - begin;
    jobsMissing = more;
    jobsCompleteAt = more ? jobsCompleteAt : end;
    return more;
  }

  /// Logs a failure once until a step succeeds again.
  private void tell(RuntimeException failed) {
    boolean over = failed instanceof WaybillException refused && refused.code() == Code.CLOSED;
    if (!failing && !over) {
      LOG.log(Level.WARNING, "updating the search index failed; will retry", failed);
    }
    failing = true;
  }
}
