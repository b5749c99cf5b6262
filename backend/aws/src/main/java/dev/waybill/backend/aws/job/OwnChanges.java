package dev.waybill.backend.aws.job;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;

/// The jobs that this server has changed lately, in the order in which the writes ended. Its own
/// readers of the feed need not wait until the margin has passed.
final class OwnChanges {

  private static final int MOST = 10_000;
  private static final Duration KEPT = Duration.ofSeconds(30);

  /// @param order the place among the changes of this server
  /// @param number of the change in the feed
  /// @param at when its write ended, by `System.nanoTime`
  record Change(String job, long order, long number, long at) {}

  private final long server = ThreadLocalRandom.current().nextLong(1, Long.MAX_VALUE);
  private final LinkedHashMap<String, Change> recent = new LinkedHashMap<>();
  private long last;

  synchronized void add(String job, long number) {
    long now = System.nanoTime();
    recent.putLast(job, new Change(job, ++last, number, now));
    while (recent.size() > MOST || isOld(recent.firstEntry(), now)) {
      recent.pollFirstEntry();
    }
  }

  private static boolean isOld(Map.Entry<String, Change> first, long now) {
    return now - first.getValue().at() > KEPT.toNanos();
  }

  /// The next changes that the feed has not reached yet, in order.
  ///
  /// @param order the last one that the reader has
  /// @param settled the number that it has reached in the feed
  synchronized List<Change> after(long order, long settled, int max) {
    List<Change> fresh = new ArrayList<>();
    for (Change change : recent.reversed().values()) {
      if (change.order() <= order) {
        break;
      }
      if (change.number() > settled) {
        fresh.add(change);
      }
    }
    Collections.reverse(fresh);
    return fresh.subList(0, Math.min(max, fresh.size()));
  }

  /// Whether a reader has a change of the feed already.
  synchronized boolean hasRead(String job, long number, long order) {
    Change change = recent.get(job);
    return change != null && change.order() <= order && change.number() >= number;
  }

  /// The end of a position in the feed that says how far a reader has come here.
  String mark(long order) {
    return "-%x-%x".formatted(server, order);
  }

  /// The mark of a position, whichever server made it; empty if it has none.
  static String markOf(String position) {
    String[] parts = position.split("-", -1);
    return parts.length == 5 ? "-" + parts[3] + "-" + parts[4] : "";
  }

  /// How far a reader has come; 0 if the position is of another server.
  long orderOf(String position) {
    String[] parts = position.split("-", -1);
    boolean isOwn = parts.length == 5 && parts[3].equals(Long.toHexString(server));
    return isOwn ? Long.parseUnsignedLong(parts[4], 16) : 0;
  }
}
