package dev.waybill.backend.aws.job;

import dev.waybill.backend.aws.job.IndexQuery.Entry;
import dev.waybill.backend.aws.job.LaneQueues.Lane;
import dev.waybill.record.StoredJob;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Jobs that messages named, until they are leased: the index of the table may not have them yet,
/// because it follows the table a little later.
final class Hints {

  private static final int MOST = 10_000;

  /// @param from the lane whose SQS queue the message came from
  /// @param at when it was received, by `System.nanoTime`
  record Hint(Lane from, String receipt, Entry entry, long at) {

    String job() {
      return entry.id();
    }
  }

  private final Map<Lane, Map<String, Hint>> hints = new HashMap<>();
  private final Map<Lane, List<String>> used = new HashMap<>();

  synchronized void add(Lane from, StoredJob job, String receipt) {
    Lane lane = new Lane(job.queue(), JobItem.lane(job));
    Map<String, Hint> all = hints.computeIfAbsent(lane, _ -> new LinkedHashMap<>());
    if (all.size() >= MOST) {
      all.remove(all.keySet().iterator().next());
    }
    String id = job.key().id().toString();
    Entry entry =
        new Entry(
            id,
            Values.pair(job.position().ready(), job.position().arrival()),
            job.draft().job().payload().size());
    Hint former = all.put(id, new Hint(from, receipt, entry, System.nanoTime()));
    if (former != null) {
      use(former);
    }
  }

  synchronized List<Entry> of(Lane lane) {
    return hints.getOrDefault(lane, Map.of()).values().stream().map(Hint::entry).toList();
  }

  /// The job was leased or does not wait: its message can be deleted.
  synchronized boolean done(Lane lane, String id) {
    Map<String, Hint> all = hints.get(lane);
    Hint hint = all == null ? null : all.remove(id);
    if (hint != null) {
      use(hint);
    }
    return hint != null;
  }

  private void use(Hint hint) {
    used.computeIfAbsent(hint.from(), _ -> new ArrayList<>()).add(hint.receipt());
  }

  /// The receipts of messages that can be deleted.
  synchronized List<String> used(Lane lane) {
    List<String> receipts = used.remove(lane);
    return receipts == null ? List.of() : receipts;
  }

  synchronized boolean isEmpty() {
    return hints.values().stream().allMatch(Map::isEmpty);
  }

  /// Removes and returns those that are at least this old.
  synchronized List<Hint> takeOlderThan(Duration age) {
    long latest = System.nanoTime() - age.toNanos();
    List<Hint> old = new ArrayList<>();
    for (Map<String, Hint> lane : hints.values()) {
      lane.values().stream().filter(hint -> hint.at() - latest <= 0).forEach(old::add);
    }
    hints.values().forEach(lane -> lane.values().removeAll(old));
    hints.values().removeIf(Map::isEmpty);
    return old;
  }
}
