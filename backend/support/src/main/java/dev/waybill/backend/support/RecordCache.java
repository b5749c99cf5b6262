package dev.waybill.backend.support;

import dev.waybill.Payload;
import dev.waybill.spi.JobKey;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Caches records of jobs in the table, so that a lease, a settlement or the move to the history
/// need not read before it writes. A
/// full cache keeps no new records, because queues lease the oldest jobs first. An outdated record
/// is harmless: a write based on it is refused.
final class RecordCache {

  private static final long ROOM = Math.max(16L << 20, Runtime.getRuntime().maxMemory() / 8);
  private static final int OVERHEAD = 600;

  private record Entry(Versioned value, long weight) {}

  private final Map<JobKey, Entry> entries = new HashMap<>();
  private long weight;

  @Nullable Versioned get(JobKey key) {
    Entry entry = entries.get(key);
    return entry == null ? null : entry.value();
  }

  void put(Versioned value) {
    JobKey key = value.record().key();
    long heavy = weightOf(value.record());
    if (weight + heavy > ROOM) {
      remove(key);
      return;
    }
    Entry before = entries.put(key, new Entry(value, heavy));
    weight += heavy - (before == null ? 0 : before.weight());
  }

  void clear() {
    entries.clear();
    weight = 0;
  }

  void remove(JobKey key) {
    Entry gone = entries.remove(key);
    if (gone != null) {
      weight -= gone.weight();
    }
  }

  private static long weightOf(JobRecord job) {
    Payload result = job.job().progress().result();
    long inline = inline(job.job().draft().job().payload()) + (result == null ? 0 : inline(result));
    return OVERHEAD + inline + 200L * job.job().attempts().size();
  }

  private static long inline(Payload payload) {
    return payload.blob() == null ? payload.size() : 0;
  }
}
