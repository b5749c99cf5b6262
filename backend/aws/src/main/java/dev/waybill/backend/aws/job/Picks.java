package dev.waybill.backend.aws.job;

import dev.waybill.backend.aws.job.IndexQuery.Entry;
import dev.waybill.record.Picking;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntFunction;

/// Chooses the next jobs of a queue on this server, so that its calls do not compete for the same
/// jobs. Calls of other servers may: then the table decides.
final class Picks {

  /// @param id of the job
  record Pick(String id, int lane) {}

  /// How many jobs and bytes of payloads a call may take.
  record Room(int jobs, long bytes) {}

  private final ReentrantLock lock = new ReentrantLock();
  private final Picking picking = new Picking();
  private final Set<String> taken = new HashSet<>();

  /// The next jobs, which no other call gets until they are released.
  ///
  /// @param passed jobs that the call does not want
  /// @param heads returns the first jobs of each lane, at least as many as asked if there are
  List<Pick> take(Room room, long now, Set<String> passed, IntFunction<List<List<Entry>>> heads) {
    lock.lock();
    try {
      int most = room.jobs() + passed.size() + taken.size();
      List<Deque<Entry>> lanes = new ArrayList<>();
      for (List<Entry> lane : heads.apply(most)) {
        Deque<Entry> free = new ArrayDeque<>(lane);
        free.removeIf(entry -> taken.contains(entry.id()) || passed.contains(entry.id()));
        lanes.add(free);
      }
      List<Pick> picked = choose(lanes, room, now);
      picked.forEach(pick -> taken.add(pick.id()));
      return picked;
    } finally {
      lock.unlock();
    }
  }

  private List<Pick> choose(List<Deque<Entry>> lanes, Room room, long now) {
    List<Pick> picked = new ArrayList<>();
    long bytes = 0;
    Picking.Heads heads =
        lane -> {
          Entry first = lanes.get(lane).peekFirst();
          return first == null ? Picking.EMPTY : first.millis();
        };
    while (picked.size() < room.jobs() && (picked.isEmpty() || bytes < room.bytes())) {
      int lane = picking.next(heads, now);
      if (lane == Picking.NO_LANE) {
        break;
      }
      Entry entry = lanes.get(lane).removeFirst();
      picked.add(new Pick(entry.id(), lane));
      bytes += entry.size();
    }
    return picked;
  }

  void release(List<Pick> picked) {
    lock.lock();
    try {
      picked.forEach(pick -> taken.remove(pick.id()));
    } finally {
      lock.unlock();
    }
  }
}
