package dev.waybill.backend.aws.job;

import dev.waybill.backend.aws.job.IndexQuery.Entry;
import dev.waybill.backend.aws.job.IndexQuery.Index;
import dev.waybill.settings.Quotas;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Appended;
import dev.waybill.spi.Draft;
import dev.waybill.spi.QueueKey;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Checks the limits for live jobs. This server counts its own changes, and counts the table from
/// time to time to learn about those of others: rarely if there are many jobs.
final class Capacity {

  private static final Duration COUNTED_EVERY = Duration.ofSeconds(30);

  private static final class Use {
    private long jobs;
    private long bytes;
    private final long countedAt = System.nanoTime();

    private boolean isFresh() {
      Duration age = Duration.ofNanos(System.nanoTime() - countedAt);
      return age.compareTo(COUNTED_EVERY) < 0 || age.toMillis() < jobs;
    }
  }

  private final JobTable table;
  private final QueueItems queues;
  private final long most;
  private final Quotas quotas;
  private final Map<String, Use> tenants = new HashMap<>();
  private @Nullable Use all;

  Capacity(JobTable table, QueueItems queues, Settings settings) {
    this.table = table;
    this.queues = queues;
    this.most = settings.maxLiveJobs();
    this.quotas = settings.quotas();
  }

  /// Reserves room for a job and returns null, or returns the reason for a refusal.
  synchronized @Nullable Appended reserve(Draft draft) {
    if (all().jobs >= most) {
      return new Appended.Full(most);
    }
    Use use = of(draft.key().tenant());
    if (!quotas.allowsJobs(use.jobs + 1)) {
      return new Appended.OverQuota(Appended.Quota.LIVE_JOBS, quotas.liveJobs());
    }
    if (!quotas.allowsBytes(use.bytes + draft.job().payload().size())) {
      return new Appended.OverQuota(Appended.Quota.LIVE_BYTES, quotas.liveBytes());
    }
    add(draft, 1);
    return null;
  }

  /// A job became live, or is not live any more.
  ///
  /// @param sign 1 or -1
  synchronized void add(Draft draft, int sign) {
    Use everything = all;
    Use use = tenants.get(draft.key().tenant());
    if (everything != null) {
      everything.jobs += sign;
    }
    if (use != null) {
      use.jobs += sign;
      use.bytes += sign * draft.job().payload().size();
    }
  }

  private Use all() {
    Use known = all;
    if (known == null || !known.isFresh()) {
      known = new Use();
      for (String group : Places.live()) {
        known.jobs += table.count(IndexQuery.all(Index.CHECK, group));
      }
      all = known;
    }
    return known;
  }

  private Use of(String tenant) {
    Use known = tenants.get(tenant);
    if (known == null || !known.isFresh()) {
      known = new Use();
      for (QueueKey queue : queues.of(tenant)) {
        for (String place : live(queue)) {
          List<Entry> jobs = table.entries(IndexQuery.all(Index.PLACE, place));
          known.jobs += jobs.size();
          known.bytes += jobs.stream().mapToLong(Entry::size).sum();
        }
      }
      tenants.put(tenant, known);
    }
    return known;
  }

  private static List<String> live(QueueKey queue) {
    Stream<String> lanes =
        IntStream.range(0, Places.LANES).mapToObj(lane -> Places.lane(queue, lane));
    return Stream.concat(lanes, Stream.of(Places.running(queue))).toList();
  }
}
