package dev.waybill.backend.nats;

import dev.waybill.backend.support.ArchivedJob;
import dev.waybill.backend.support.HistoryLog.Entry;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/// The entries that this server has appended to the history and not yet read from it: it need not
/// ask the broker for what it knows.
final class OwnEntries {

  /// More are read from the broker.
  private static final int MOST = 20_000;

  private final TreeMap<Long, ArchivedJob> jobs = new TreeMap<>();

  synchronized void add(long position, ArchivedJob job) {
    if (jobs.size() < MOST) {
      jobs.put(position, job.withoutData());
    }
  }

  synchronized void clear() {
    jobs.clear();
  }

  /// The entries that directly follow a position; forgets earlier ones.
  synchronized List<Entry> after(long position, int max) {
    jobs.headMap(position, true).clear();
    List<Entry> run = new ArrayList<>();
    long next = position + 1;
    while (run.size() < max && !jobs.isEmpty() && jobs.firstKey() == next) {
      run.add(new Entry.Ended(next, jobs.pollFirstEntry().getValue()));
      next++;
    }
    return run;
  }

  synchronized Optional<ArchivedJob> find(long position) {
    return Optional.ofNullable(jobs.get(position));
  }
}
