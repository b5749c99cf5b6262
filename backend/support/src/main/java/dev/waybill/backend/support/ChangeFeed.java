package dev.waybill.backend.support;

import dev.waybill.Job;
import dev.waybill.Payload;
import dev.waybill.WaybillException;
import dev.waybill.backend.support.GuardedTable.Held;
import dev.waybill.record.FeedPosition;
import dev.waybill.settings.Limits;
import dev.waybill.spi.JobChange;
import dev.waybill.spi.JobChanges;
import java.lang.System.Logger.Level;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The job feed: records and deletion marks, in the order of their writes.
final class ChangeFeed {

  private static final System.Logger LOG = System.getLogger(ChangeFeed.class.getName());

  private final ChangeLog log;

  ChangeFeed(ChangeLog log) {
    this.log = log;
  }

  JobChanges read(String after, int max, Instant now) {
    FeedPosition from = FeedPosition.of(after, log.identity(), log.dropped()).orElse(null);
    if (from == null) {
      return new JobChanges.TooOld();
    }
    JobChanges.Read read = page(from, log.after(from.last(), max), now);
    return from.misses(log.dropped()) ? new JobChanges.TooOld() : read;
  }

  private static JobChanges.Read page(FeedPosition from, List<Held> written, Instant now) {
    List<JobChange> changes = new ArrayList<>();
    long last = from.last();
    long bytes = 0;
    for (Held value : written) {
      last = value.revision();
      JobChange change = readable(value, now).orElse(null);
      if (change != null) {
        changes.add(change);
        bytes += change instanceof JobChange.Current(Job job) ? bytes(job) : 0;
      }
      if (bytes >= Limits.PAGE_BYTES) {
        break;
      }
    }
    return new JobChanges.Read(changes, from.at(last).toString());
  }

  /// A damaged record is skipped, so that it does not block the others.
  private static Optional<JobChange> readable(Held value, Instant now) {
    try {
      return Optional.of(change(value.bytes(), now));
    } catch (WaybillException damaged) {
      LOG.log(Level.WARNING, "the job feed skips the damaged record " + value.revision(), damaged);
      return Optional.empty();
    }
  }

  private static JobChange change(byte[] value, Instant now) {
    return RecordCodec.isMark(value)
        ? new JobChange.Gone(RecordCodec.key(value))
        : new JobChange.Current(RecordCodec.read(value).job().asOf(now));
  }

  private static long bytes(Job job) {
    return job.payload().size() + job.result().map(Payload::size).orElse(0L);
  }
}
