package dev.waybill.conformance.model;

import dev.waybill.record.FeedPosition;
import dev.waybill.spi.JobChange;
import dev.waybill.spi.JobChanges;
import dev.waybill.spi.JobKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The feed of the model: every change, numbered with gaps.
final class ModelFeed {

  private static final long FEED = 0xfeed;
  private static final long GAP = 7;

  private record Change(JobKey job, @Nullable Instant deletedAt) {}

  private final TreeMap<Long, Change> changes = new TreeMap<>();
  private long last;
  private long dropped;

  void changed(JobKey job) {
    changes.put(last += GAP, new Change(job, null));
  }

  void deleted(JobKey job, Instant now) {
    changes.values().removeIf(change -> change.job().equals(job));
    changes.put(last += GAP, new Change(job, now));
  }

  void dropDeletions(Instant before) {
    changes
        .entrySet()
        .removeIf(
            change -> {
              Instant deletedAt = change.getValue().deletedAt();
              boolean over = deletedAt != null && deletedAt.isBefore(before);
              dropped = over ? Math.max(dropped, change.getKey()) : dropped;
              return over;
            });
  }

  JobChanges read(String after, int max, Function<JobKey, Optional<JobChange.Current>> current) {
    FeedPosition from = FeedPosition.of(after, FEED, dropped).orElse(null);
    if (from == null || from.misses(dropped)) {
      return new JobChanges.TooOld();
    }
    List<JobChange> read = new ArrayList<>();
    long position = from.last();
    for (Map.Entry<Long, Change> next : changes.tailMap(position, false).entrySet()) {
      if (read.size() == max) {
        break;
      }
      Change change = next.getValue();
      read.add(
          change.deletedAt() == null
              ? current.apply(change.job()).orElseThrow()
              : new JobChange.Gone(change.job()));
      position = next.getKey();
    }
    return new JobChanges.Read(read, from.at(position).toString());
  }
}
