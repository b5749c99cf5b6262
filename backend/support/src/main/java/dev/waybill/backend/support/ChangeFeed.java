package dev.waybill.backend.support;

import dev.waybill.Job;
import dev.waybill.Payload;
import dev.waybill.WaybillException;
import dev.waybill.backend.support.GuardedTable.Held;
import dev.waybill.backend.support.HistoryLog.Bounds;
import dev.waybill.backend.support.HistoryLog.Deletion;
import dev.waybill.backend.support.HistoryLog.Entry;
import dev.waybill.record.FeedPosition;
import dev.waybill.settings.Limits;
import dev.waybill.spi.JobChange;
import dev.waybill.spi.JobChanges;
import dev.waybill.spi.JobKey;
import java.lang.System.Logger.Level;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The job feed: the history and the table of jobs, each in the order of its writes. A position has
/// both.
///
/// The table is read first and returned last: its changes are later than every entry of the
/// history before them, so that a reader never ends with an earlier state of a job that has come
/// back from the history.
final class ChangeFeed {

  private static final System.Logger LOG = System.getLogger(ChangeFeed.class.getName());

  private final ChangeLog table;
  private final HistoryLog history;
  private final JobView view;

  ChangeFeed(ChangeLog table, HistoryLog history, JobView view) {
    this.table = table;
    this.history = history;
    this.view = view;
  }

  JobChanges read(String after, int max, Instant now) {
    List<Held> written = table.after(tablePosition(after), max);
    Bounds bounds = history.bounds();
    long feed = 31 * bounds.identity() + table.identity();
    FeedPosition from = FeedPosition.of(after, feed, history.dropped()).orElse(null);
    if (from == null) {
      return new JobChanges.TooOld();
    }
    List<Entry> entries = from.last() < bounds.last() ? history.after(from.last(), max) : List.of();
    Reading reading = new Reading(max, now);
    boolean all = reading.takeEntries(from, entries, bounds.last());
    if (all) {
      reading.takeWritten(tablePosition(after), written);
    }
    String position =
        from.at(reading.last)
            + "-"
            + Long.toHexString(all ? reading.lastWritten : tablePosition(after));
    return from.misses(history.dropped())
        ? new JobChanges.TooOld()
        : new JobChanges.Read(reading.changes, position);
  }

  /// The fourth number of a position.
  private static long tablePosition(String text) {
    String[] parts = text.split("-", -1);
    try {
      return parts.length == 4 ? Long.parseUnsignedLong(parts[3], 16) : 0;
    } catch (NumberFormatException foreign) {
      return 0;
    }
  }

  /// One page.
  private final class Reading {
    private final int max;
    private final Instant now;
    private final List<JobChange> changes = new ArrayList<>();
    private final Map<JobKey, Long> versions = new HashMap<>();
    private long bytes;
    private long last;
    private long lastWritten;

    Reading(int max, Instant now) {
      this.max = max;
      this.now = now;
    }

    private boolean isFull() {
      return changes.size() >= max || bytes >= Limits.PAGE_BYTES;
    }

    /// Returns whether the history was told up to a position.
    boolean takeEntries(FeedPosition from, List<Entry> entries, long upTo) {
      last = from.last();
      for (Entry entry : entries) {
        if (isFull()) {
          return false;
        }
        last = entry.position();
        take(entry);
      }
      if (entries.size() < max) {
        last = Math.max(last, upTo);
      }
      return last >= upTo;
    }

    private void take(Entry entry) {
      switch (entry) {
        case Entry.Ended(_, ArchivedJob ended) -> {
          versions.put(ended.key(), ended.version());
          add(ended.record().job().asOf(now));
        }
        case Entry.Deleted deleted -> deleted.jobs().forEach(this::take);
        case Entry.Damaged(long position) ->
            LOG.log(Level.WARNING, "the job feed skips the damaged entry {0}", position);
      }
    }

    /// A job that came back while its entry was deleted is not gone.
    private void take(Deletion deleted) {
      if (!view.isLive(deleted.job())) {
        versions.put(deleted.job(), deleted.version());
        changes.add(new JobChange.Gone(deleted.job()));
      }
    }

    void takeWritten(long after, List<Held> written) {
      lastWritten = after;
      for (Held value : written) {
        if (isFull()) {
          return;
        }
        lastWritten = value.revision();
        takeReadable(value);
      }
    }

    /// A damaged record is skipped, so that it does not block the others.
    private void takeReadable(Held value) {
      try {
        long version = RecordCodec.version(value.bytes());
        JobKey key = RecordCodec.key(value.bytes());
        if (version > versions.getOrDefault(key, 0L)) {
          take(value.bytes());
        }
      } catch (WaybillException damaged) {
        LOG.log(
            Level.WARNING, "the job feed skips the damaged record " + value.revision(), damaged);
      }
    }

    private void take(byte[] value) {
      if (RecordCodec.isMark(value)) {
        changes.add(new JobChange.Gone(RecordCodec.key(value)));
      } else {
        add(RecordCodec.read(value).job().asOf(now));
      }
    }

    private void add(Job job) {
      changes.add(new JobChange.Current(job));
      bytes += job.payload().size() + job.result().map(Payload::size).orElse(0L);
    }
  }
}
