package dev.waybill.backend.embedded;

import dev.waybill.JobId;
import dev.waybill.backend.embedded.history.HistoryPosition;
import dev.waybill.backend.embedded.history.HistoryReader;
import dev.waybill.backend.embedded.history.Projector;
import dev.waybill.backend.embedded.live.LedgerState;
import dev.waybill.backend.embedded.live.LiveState;
import dev.waybill.backend.embedded.live.Machine;
import dev.waybill.backend.embedded.live.Writer;
import dev.waybill.backend.embedded.log.SegmentedLog;
import dev.waybill.backend.search.SqliteReaders;
import dev.waybill.backend.support.OpenParts;
import dev.waybill.backend.support.Watches;
import dev.waybill.settings.Settings;
import dev.waybill.spi.JobStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// The parts of a store around a log that a test provides.
final class HandMadeStore implements AutoCloseable {

  private final OpenParts parts = new OpenParts();
  private final Writer writer;
  private final JobStore jobs;

  HandMadeStore(Path folder, SegmentedLog log) {
    parts.add(log::close);
    log.roll(1);
    SqliteReaders readers = new SqliteReaders(folder.resolve("history.db"));
    parts.add(readers::close);
    Watches<JobId> watches = new Watches<>();
    Projector projector = new Projector(log, folder.resolve("history.db"), watches);
    parts.add(projector::close);
    projector.start(new HistoryPosition(log.end(), 1), 0);
    Settings settings = Settings.DEFAULT;
    Machine machine = new Machine(new LiveState(), settings.maxLiveJobs(), settings.quotas());
    writer =
        new Writer(
            new Writer.Parts(machine, new LedgerState(), log, settings.clock(), projector, 1));
    parts.add(writer::close);
    HistoryReader past = new HistoryReader(projector, readers, readers, watches, settings.clock());
    jobs = new EmbeddedJobStore(writer, log, past);
    writer.start();
  }

  /// The log directory of a store in this data directory.
  static Path logIn(Path folder) throws IOException {
    return Files.createDirectories(folder.resolve("log"));
  }

  JobStore jobs() {
    return jobs;
  }

  Writer writer() {
    return writer;
  }

  @Override
  public void close() {
    parts.close();
  }
}
