package dev.waybill.backend.support;

import dev.waybill.Payload;
import dev.waybill.spi.JobKey;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Caches records of live jobs, so that a lease or a settlement need not read before it writes. A
/// full cache keeps no new records, because queues lease the oldest jobs first. An outdated record
/// is harmless: a write based on it is refused.
final class RecordCache {

  private static final long ROOM = Math.max(64L << 20, Runtime.getRuntime().maxMemory() / 8);
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

  void remove(JobKey key) {
    Entry gone = entries.remove(key);
    if (gone != null) {
      weight -= gone.weight();
    }
  }

  private static long weightOf(JobRecord job) {
    Payload payload = job.job().draft().job().payload();
    long inline = payload.blob() == null ? payload.size() : 0;
    return OVERHEAD + inline + 200L * job.job().attempts().size();
  }
}
