package dev.waybill.backend.embedded.live;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Jobs by ID: a hash table of the jobs themselves, without entry objects.
final class JobIndex {

  private @Nullable LiveJob[] table = new LiveJob[1024];
  private int size;

  int size() {
    return size;
  }

  @Nullable LiveJob find(long high, long low) {
    for (int slot = slotOf(high, low); ; slot = slot + 1 & table.length - 1) {
      LiveJob job = table[slot];
      if (job == null || (job.high == high && job.low == low)) {
        return job;
      }
    }
  }

  void add(LiveJob job) {
    if (++size * 3L > table.length * 2L) {
      grow();
    }
    insert(job);
  }

  void remove(LiveJob job) {
    int slot = slotOf(job.high, job.low);
    while (table[slot] != job) {
      if (table[slot] == null) {
        return;
      }
      slot = slot + 1 & table.length - 1;
    }
    size--;
    closeGap(slot);
  }

  void forEach(Consumer<LiveJob> visitor) {
    for (LiveJob job : table) {
      if (job != null) {
        visitor.accept(job);
      }
    }
  }

  private void insert(LiveJob job) {
    int slot = slotOf(job.high, job.low);
    while (table[slot] != null) {
      slot = slot + 1 & table.length - 1;
    }
    table[slot] = job;
  }

  /// Moves later jobs of the same probe sequence into the gap, so that every look-up still works.
  private void closeGap(int start) {
    int gap = start;
    int mask = table.length - 1;
    for (int slot = gap + 1 & mask; ; slot = slot + 1 & mask) {
      LiveJob job = table[slot];
      if (job == null) {
        break;
      }
      int distanceToGap = gap - slotOf(job.high, job.low) & mask;
      int distanceToSlot = slot - slotOf(job.high, job.low) & mask;
      if (distanceToGap < distanceToSlot) {
        table[gap] = job;
        gap = slot;
      }
    }
    table[gap] = null;
  }

  private void grow() {
    @Nullable LiveJob[] old = table;
    table = new LiveJob[old.length * 2];
    for (LiveJob job : old) {
      if (job != null) {
        insert(job);
      }
    }
  }

  private int slotOf(long high, long low) {
    long mixed = (high ^ Long.rotateLeft(low, 32)) * 0x9E3779B97F4A7C15L;
    return (int) (mixed >>> 32) & table.length - 1;
  }
}
