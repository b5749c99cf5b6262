package dev.waybill.backend.embedded;

import dev.waybill.Code;
import dev.waybill.Settings;
import dev.waybill.WaybillException;
import dev.waybill.spi.Backend;
import dev.waybill.spi.BlobStore;
import dev.waybill.spi.Capabilities;
import dev.waybill.spi.Catalog;
import dev.waybill.spi.JobStore;
import dev.waybill.spi.Ledger;
import java.io.IOException;
import java.nio.file.Path;

/// The four ports in one folder: opened top to bottom, closed in reverse.
final class EmbeddedBackend implements Backend {

  private static final Capabilities CAPABILITIES =
      new Capabilities("embedded", Capabilities.Durability.POWER_CUT);

  private final Folder folder;
  private final SegmentedLog log;
  private final HistoryWriter historyWriter;
  private final SqliteReaders readers;
  private final EventSignals signals = new EventSignals();
  private final Projector projector;
  private final Writer writer;
  private final JobStore jobs;
  private final Ledger ledger;
  private final BlobStore blobs;
  private final SqliteCatalog catalog;
  private boolean closed;

  private EmbeddedBackend(Folder folder, EmbeddedConfig config) {
    this.folder = folder;
    Settings settings = config.settings();
    LiveState live = new LiveState();
    LedgerState facts = new LedgerState();
    log = new SegmentedLog(folder.log(), config.segmentBytes());
    Replayer replayer = new Replayer(live, facts);
    long nextBatch = recover(replayer);
    historyWriter = new HistoryWriter(folder.history());
    readers = new SqliteReaders(folder.history());
    projector = new Projector(log, historyWriter, signals);
    projector.start(log.end(), replayer.lastRecorded());
    live.forget(projector.projected());
    Machine machine = new Machine(live, settings.maxLiveJobs());
    writer =
        new Writer(new Writer.Parts(machine, facts, log, settings.clock(), projector, nextBatch));
    jobs =
        new EmbeddedJobStore(
            writer, log, new HistoryReader(projector, readers, signals, settings.clock()));
    ledger =
        new EmbeddedLedger(writer, new LedgerMachine(facts), new LedgerHistory(readers), projector);
    blobs = new FileBlobStore(folder.blobs());
    catalog = new SqliteCatalog(folder.catalog());
    writer.start();
  }

  static EmbeddedBackend open(Path root, EmbeddedConfig config) {
    Folder folder = Folder.open(root);
    try {
      return new EmbeddedBackend(folder, config);
    } catch (RuntimeException failure) {
      folder.close();
      throw failure;
    }
  }

  private long recover(Replayer replayer) {
    LogRecovery recovery = new LogRecovery(log, folder.log());
    recovery.replay(replayer);
    replayer.finish();
    if (log.segmentCount() == 0) {
      if (!folder.isNew()) {
        throw new WaybillException(
            Code.CORRUPT, "the log in " + folder.log() + " is gone; restore it from a backup");
      }
      log.roll(recovery.nextBatch());
    }
    if (folder.isNew()) {
      folder.markFormat();
    }
    return recovery.nextBatch();
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

  /// Lets go of everything as if the process had been killed: nothing is finished or marked.
  void abandon() {
    end(false);
  }

  private synchronized void end(boolean clean) {
    if (closed) {
      return;
    }
    closed = true;
    writer.close();
    signals.signalAll();
    projector.close();
    long end = log.end();
    readers.close();
    historyWriter.close();
    catalog.close();
    log.close();
    if (clean && writer.broken() == null) {
      markClean(end);
    }
    folder.close();
  }

  private void markClean(long end) {
    try {
      LogRecovery.markClean(folder.log(), end);
    } catch (IOException failure) {
      throw DiskFailure.of("mark the log as closed", folder.log(), failure);
    }
  }
}
