package dev.waybill.backend.support;

import dev.waybill.spi.JobKey;
import java.time.Duration;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// The waiting jobs of one priority in one queue: those that are due, and those to come.
final class ViewLane {

  /// How long the first job may be passed over because it is in the share of another server.
  private static final Duration PASSED_OVER_AT_MOST = Duration.ofSeconds(1);

  private final TreeSet<ViewRow> ready = new TreeSet<>(ViewRow.BY_POSITION);
  private final TreeSet<ViewRow> scheduled = new TreeSet<>(ViewRow.BY_POSITION);

  /// Those of the ready ones that are in this server's share; empty where all are.
  private final TreeSet<ViewRow> own = new TreeSet<>(ViewRow.BY_POSITION);

  private LeasePreference share = LeasePreference.ALL;
  private @Nullable ViewRow passedOver;
  private long passedOverSince;

  void enter(ViewRow row) {
    scheduled.add(row);
  }

  /// It may have been picked, and then is not here.
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

  /// The first that may start: of this server's share if there is one, unless another was passed
  /// over for long.
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

  /// Those that could start before a time, at most `max` of them.
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

  /// Since when the one that could start longest ago could; `now` where there is none.
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
