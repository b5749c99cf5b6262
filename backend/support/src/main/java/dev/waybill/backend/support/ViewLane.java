package dev.waybill.backend.support;

import dev.waybill.spi.JobKey;
import java.time.Duration;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// The waiting jobs of one priority in one queue: ready and scheduled ones.
final class ViewLane {

  /// The longest time that the first job may be skipped because it is in the share of another
  /// server.
  private static final Duration PASSED_OVER_AT_MOST = Duration.ofSeconds(1);

  private final TreeSet<ViewRow> ready = new TreeSet<>(ViewRow.BY_POSITION);
  private final TreeSet<ViewRow> scheduled = new TreeSet<>(ViewRow.BY_POSITION);

  /// The ready jobs in this server's share; empty if the share is all jobs.
  private final TreeSet<ViewRow> own = new TreeSet<>(ViewRow.BY_POSITION);

  private LeasePreference share = LeasePreference.ALL;
  private @Nullable ViewRow passedOver;
  private long passedOverSince;

  void enter(ViewRow row) {
    scheduled.add(row);
  }

  /// Removes a job; it may already have been picked.
  void leave(ViewRow row) {
    if (ready.remove(row)) {
      own.remove(row);
    } else {
      scheduled.remove(row);
    }
  }

  void promote(long now) {
    while (!scheduled.isEmpty() && scheduled.first().position.ready() <= now) {
      ViewRow row = scheduled.removeFirst();
      ready.add(row);
      claim(row);
    }
  }

  void share(LeasePreference next) {
    if (!next.equals(share)) {
      share = next;
      own.clear();
      ready.forEach(this::claim);
    }
  }

  private void claim(ViewRow row) {
    if (!share.isAll() && share.has(row)) {
      own.add(row);
    }
  }

  /// The first job that may start: of this server's share if possible, unless another job was
  /// skipped for too long.
  @Nullable ViewRow head(long now) {
    ViewRow first = first(ready, now);
    if (first == null || own.isEmpty() || isPassedOverForLong(first)) {
      return first;
    }
    ViewRow mine = first(own, now);
    return mine == null ? first : mine;
  }

  private boolean isPassedOverForLong(ViewRow first) {
    if (first != passedOver) {
      passedOver = first;
      passedOverSince = System.nanoTime();
    }
    return System.nanoTime() - passedOverSince > PASSED_OVER_AT_MOST.toNanos();
  }

  private static @Nullable ViewRow first(Iterable<ViewRow> rows, long now) {
    for (ViewRow row : rows) {
      if (!row.isPastDeadline(now)) {
        return row;
      }
    }
    return null;
  }

  long scheduled() {
    return scheduled.size();
  }

  long nextDue() {
    return scheduled.isEmpty() ? ViewRow.NEVER : scheduled.first().position.ready();
  }

  /// Adds the jobs that could start before a time, at most `max`.
  void readySince(long before, int max, List<JobKey> into) {
    int left = max;
    for (ViewRow row : ready) {
      if (left == 0 || row.position.ready() >= before) {
        return;
      }
      into.add(row.key);
      left--;
    }
  }

  /// Since when the oldest ready job could start; `now` if there is none.
  long oldestReady(long now) {
    long oldest = now;
    for (ViewRow row : ready) {
      if (!row.isPastDeadline(now)) {
        oldest = Math.min(oldest, row.position.ready());
        break;
      }
    }
    return oldest;
  }
}
