package dev.waybill.backend.embedded;

import dev.waybill.Capabilities;
import dev.waybill.Capabilities.Durability;
import dev.waybill.Capabilities.Feature;
import dev.waybill.Capabilities.Listing;
import dev.waybill.Capabilities.Ordering;
import dev.waybill.Code;
import dev.waybill.JobId;
import dev.waybill.WaybillException;
import dev.waybill.backend.embedded.blob.FileBlobStore;
import dev.waybill.backend.embedded.history.HistoryPosition;
import dev.waybill.backend.embedded.history.HistoryReader;
import dev.waybill.backend.embedded.history.Projector;
import dev.waybill.backend.embedded.live.LedgerState;
import dev.waybill.backend.embedded.live.LiveState;
import dev.waybill.backend.embedded.live.Machine;
import dev.waybill.backend.embedded.live.Replayer;
import dev.waybill.backend.embedded.live.Writer;
import dev.waybill.backend.embedded.log.LogRecovery;
import dev.waybill.backend.embedded.log.SegmentedLog;
import dev.waybill.backend.search.SqliteCatalog;
import dev.waybill.backend.search.SqliteLookups;
import dev.waybill.backend.search.SqliteReaders;
import dev.waybill.backend.support.OpenParts;
import dev.waybill.backend.support.Watches;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Backend;
import dev.waybill.spi.BlobStore;
import dev.waybill.spi.Catalog;
import dev.waybill.spi.Expiry;
import dev.waybill.spi.JobStore;
import dev.waybill.spi.Ledger;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;

/// The four ports in one data directory. Parts are opened top to bottom and closed in reverse.
final class EmbeddedBackend implements Backend {

  static final String NAME = "embedded";

  private static final Capabilities CAPABILITIES =
      new Capabilities(
          NAME, Durability.POWER_CUT, Ordering.STRICT, Listing.ANY_FILTER, Set.of(Feature.SEARCH));

  private static final System.Logger LOG = System.getLogger(EmbeddedBackend.class.getName());

  private final DataDirectory directory;
  private final OpenParts parts;
  private final SegmentedLog log;
  private final Projector projector;
  private final Writer writer;
  private final JobStore jobs;
  private final Ledger ledger;
  private final BlobStore blobs;
  private final Catalog catalog;
  private final SqliteReaders lists;
  private boolean closed;

  private EmbeddedBackend(DataDirectory directory, EmbeddedConfig config, OpenParts parts) {
    this.directory = directory;
    this.parts = parts;
    Settings settings = config.settings();
    LiveState live = new LiveState();
    LedgerState facts = new LedgerState();
    log = new SegmentedLog(directory.log(), config.segmentBytes());
    parts.add(log::close);
    Replayer replayer = new Replayer(live, facts);
    LogRecovery recovery = recover(replayer);
    SqliteReaders readers = opened(new SqliteReaders(directory.history()));
    SqliteLookups lookups = new SqliteLookups(directory.history());
    parts.add(lookups::close);
    lists = opened(SqliteReaders.scanning(directory.history()));
    Watches<JobId> watches = new Watches<>();
    projector = new Projector(log, directory.history(), watches);
    parts.add(projector::close);
    parts.add(watches::tellEveryone);
    projector.start(new HistoryPosition(log.end(), recovery.nextBatch()), replayer.lastRecorded());
    live.forget(projector.projected());
    Machine machine = new Machine(live, settings.maxLiveJobs(), settings.quotas());
    writer =
        new Writer(
            new Writer.Parts(
                machine, facts, log, settings.clock(), projector, recovery.nextBatch()));
    parts.add(writer::close);
    jobs =
        new EmbeddedJobStore(
            writer, log, new HistoryReader(projector, readers, lists, watches, settings.clock()));
    ledger = new EmbeddedLedger(writer, facts, Expiry.of(settings), lookups, projector);
    FileBlobStore files = new FileBlobStore(directory.blobs());
    parts.add(files::close);
    blobs = files;
    SqliteCatalog search = new SqliteCatalog(directory.catalog());
    parts.add(search::close);
    catalog = search;
    recovery.forgetCleanEnd();
    writer.start();
  }

  static EmbeddedBackend open(Path root, EmbeddedConfig config) {
    DataDirectory directory = DataDirectory.open(root);
    OpenParts parts = new OpenParts();
    try {
      return new EmbeddedBackend(directory, config, parts);
    } catch (RuntimeException | Error failure) {
      parts.closeAfter(failure);
      directory.close();
      throw failure;
    }
  }

  private LogRecovery recover(Replayer replayer) {
    LogRecovery recovery = new LogRecovery(log, directory.log());
    recovery.replay(replayer);
    replayer.finish();
    if (log.segmentCount() == 0) {
      if (!directory.isNew()) {
        throw new WaybillException(
            Code.CORRUPT,
            "the log in " + directory.log() + " is missing; restore it from a backup");
      }
      log.roll(recovery.nextBatch());
    } else if (log.oldest().number() > replayer.firstSegment()) {
      throw log.oldest().corrupt("log segments before it are missing");
    }
    if (directory.isNew()) {
      directory.markFormat();
    }
    return recovery;
  }

  private SqliteReaders opened(SqliteReaders readers) {
    parts.add(readers::close);
    return readers;
  }

  Projector projector() {
    return projector;
  }

  /// The readers for lists of jobs. They share connections, and no other reader waits for them.
  SqliteReaders lists() {
    return lists;
  }

  @Override
  public Capabilities capabilities() {
    return CAPABILITIES;
  }

  @Override
  public JobStore jobs() {
    return jobs;
  }

  @Override
  public Ledger ledger() {
    return ledger;
  }

  @Override
  public BlobStore blobs() {
    return blobs;
  }

  @Override
  public Catalog catalog() {
    return catalog;
  }

  @Override
  public void close() {
    end(true);
  }

  /// Releases everything as if the process had been killed: nothing is completed or marked.
  void abandon() {
    end(false);
  }

  private synchronized void end(boolean clean) {
    if (closed) {
      return;
    }
    closed = true;
    try {
      parts.close();
      if (clean && writer.broken() == null) {
        markClean(log.end());
      }
    } finally {
      directory.close();
    }
  }

  /// Without disk space for the mark, the next start recovers the log as after a crash.
  private void markClean(long end) {
    try {
      LogRecovery.markClean(directory.log(), end);
    } catch (IOException failure) {
      LOG.log(System.Logger.Level.WARNING, "cannot mark the end of the log", failure);
    }
  }
}
