package dev.waybill.backend.support;

import dev.waybill.Job;
import dev.waybill.Payload;
import dev.waybill.backend.support.GuardedTable.Held;
import dev.waybill.record.FeedPosition;
import dev.waybill.settings.Limits;
import dev.waybill.spi.JobChange;
import dev.waybill.spi.JobChanges;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// The feed of jobs: the records and the marks of deleted jobs, in the order of their writes.
final class ChangeFeed {

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
      JobChange change = change(value.bytes(), now);
      changes.add(change);
      last = value.revision();
      bytes += change instanceof JobChange.Current(Job job) ? bytes(job) : 0;
      if (bytes >= Limits.PAGE_BYTES) {
        break;
      }
    }
    return new JobChanges.Read(changes, from.at(last).toString());
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
