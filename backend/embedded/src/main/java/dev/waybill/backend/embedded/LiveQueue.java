package dev.waybill.backend.embedded;

import dev.waybill.Priority;
import dev.waybill.spi.QueueKey;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One queue in memory: a lane per priority, oldest first, and those who wait for jobs.
final class LiveQueue {

  /// Of so many jobs that are picked, one comes from a lower lane if it has waited long enough.
  static final int AGING_EVERY = 10;

  static final long AGING_AFTER_MILLIS = 30_000;

  private static final int LANES = Priority.values().length;

  final QueueKey key;
  final ArrayDeque<TakeCommand> waiters = new ArrayDeque<>();
  boolean paused;
  int running;
  int scheduled;
  private int ready;
  private int picks;
  private final @Nullable LiveJob[] heads = new LiveJob[LANES];
  private final @Nullable LiveJob[] tails = new LiveJob[LANES];

  LiveQueue(QueueKey key) {
    this.key = key;
  }

  int ready() {
    return ready;
  }

  void pushBack(LiveJob job) {
    LiveJob tail = tails[job.lane];
    job.previous = tail;
    if (tail == null) {
      heads[job.lane] = job;
    } else {
      tail.next = job;
    }
    tails[job.lane] = job;
    ready++;
  }

  void pushFront(LiveJob job) {
    LiveJob head = heads[job.lane];
    job.next = head;
    if (head == null) {
      tails[job.lane] = job;
    } else {
      head.previous = job;
    }
    heads[job.lane] = job;
    ready++;
  }

  void remove(LiveJob job) {
    LiveJob before = job.previous;
    LiveJob after = job.next;
    if (before == null) {
      heads[job.lane] = after;
    } else {
      before.next = after;
    }
    if (after == null) {
      tails[job.lane] = before;
    } else {
      after.previous = before;
    }
    job.previous = null;
    job.next = null;
    ready--;
  }

  /// The job that is to run next; it stays in its lane.
  @Nullable LiveJob pick(long now) {
    if (ready == 0 || paused) {
      return null;
    }
    picks++;
    LiveJob aged = picks % AGING_EVERY == 0 ? longestWaitingBelow(now) : null;
    return aged == null ? first() : aged;
  }

  /// The time since which the oldest ready job has been ready.
  long oldestReady() {
    long oldest = LiveJob.NEVER;
    for (LiveJob head : heads) {
      if (head != null) {
        oldest = Math.min(oldest, head.runAt);
      }
    }
    return oldest;
  }

  /// Jobs that have been ready since before a time, from the head of each lane on.
  List<LiveJob> readySince(long before, int max) {
    List<LiveJob> jobs = new ArrayList<>();
    for (LiveJob head : heads) {
      LiveJob job = head;
      while (job != null && job.runAt < before && jobs.size() < max) {
        jobs.add(job);
        job = job.next;
      }
    }
    return jobs;
  }

  private @Nullable LiveJob first() {
    for (LiveJob head : heads) {
      if (head != null) {
        return head;
      }
    }
    return null;
  }

  private @Nullable LiveJob longestWaitingBelow(long now) {
    LiveJob first = first();
    LiveJob longest = null;
    for (LiveJob head : heads) {
      boolean aged = head != null && head != first && now - head.runAt >= AGING_AFTER_MILLIS;
      if (aged && (longest == null || head.runAt < longest.runAt)) {
        longest = head;
      }
    }
    return longest;
  }
}
