package dev.waybill.backend.nats;

import java.util.Iterator;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// The waiting jobs of one priority in one queue: those that are due, and those to come.
final class Lane {

  private final TreeSet<Row> ready = new TreeSet<>(Row.BY_PLACE);
  private final TreeSet<Row> scheduled = new TreeSet<>(Row.BY_PLACE);

  void enter(Row row) {
    scheduled.add(row);
  }

  /// It may have been picked, and then is not here.
  void leave(Row row) {
    if (!ready.remove(row)) {
      scheduled.remove(row);
    }
  }

  void promote(long now) {
    while (!scheduled.isEmpty() && scheduled.first().place.ready() <= now) {
      ready.add(scheduled.pollFirst());
    }
  }

  /// The first that may start.
  @Nullable Row head(long now) {
    Iterator<Row> rows = ready.iterator();
    while (rows.hasNext()) {
      Row row = rows.next();
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
    return scheduled.isEmpty() ? Row.NEVER : scheduled.first().place.ready();
  }

  /// Since when the one that could start longest ago could; `now` where there is none.
  long oldestReady(long now) {
    long oldest = now;
    for (Row row : ready) {
      if (!row.isPastDeadline(now)) {
        oldest = Math.min(oldest, row.place.ready());
        if (!row.place.front()) {
          break;
        }
      }
    }
    return oldest;
  }
}
