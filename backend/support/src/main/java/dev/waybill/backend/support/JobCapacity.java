package dev.waybill.backend.support;

import dev.waybill.settings.Quotas;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Appended;
import dev.waybill.spi.Draft;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Checks the limits for live jobs, including jobs that this server is creating.
final class JobCapacity {

  /// A number of jobs and the size of their payloads.
  record Use(long jobs, long bytes) {

    static final Use NONE = new Use(0, 0);

    Use plus(Use other) {
      return new Use(jobs + other.jobs, bytes + other.bytes);
    }

    Use minus(Use other) {
      return new Use(jobs - other.jobs, bytes - other.bytes);
    }
  }

  private final JobView view;
  private final long most;
  private final Quotas quotas;
  private final Map<String, Use> pending = new HashMap<>();
  private long pendingJobs;

  JobCapacity(JobView view, Settings settings) {
    this.view = view;
    this.most = settings.maxLiveJobs();
    this.quotas = settings.quotas();
  }

  /// Reserves room for all drafts and returns null, or returns the reason for a refusal.
  synchronized @Nullable Appended reserve(List<Draft> drafts) {
    if (view.live() + pendingJobs + drafts.size() > most) {
      return new Appended.Full(most);
    }
    Map<String, Use> asked = byTenant(drafts);
    for (Map.Entry<String, Use> tenant : asked.entrySet()) {
      Appended over = overQuota(tenant.getKey(), tenant.getValue());
      if (over != null) {
        return over;
      }
    }
    pendingJobs += drafts.size();
    asked.forEach((tenant, use) -> pending.merge(tenant, use, Use::plus));
    return null;
  }

  synchronized void release(List<Draft> drafts) {
    pendingJobs -= drafts.size();
    byTenant(drafts)
        .forEach(
            (tenant, use) ->
                pending.computeIfPresent(
                    tenant, (_, before) -> before.jobs() == use.jobs() ? null : before.minus(use)));
  }

  private @Nullable Appended overQuota(String tenant, Use asked) {
    Use after = view.use(tenant).plus(pending.getOrDefault(tenant, Use.NONE)).plus(asked);
    if (!quotas.allowsJobs(after.jobs())) {
      return new Appended.OverQuota(Appended.Quota.LIVE_JOBS, quotas.liveJobs());
    }
    return quotas.allowsBytes(after.bytes())
        ? null
        : new Appended.OverQuota(Appended.Quota.LIVE_BYTES, quotas.liveBytes());
  }

  private static Map<String, Use> byTenant(List<Draft> drafts) {
    Map<String, Use> uses = new HashMap<>();
    for (Draft draft : drafts) {
      uses.merge(draft.key().tenant(), new Use(1, draft.job().payload().size()), Use::plus);
    }
    return uses;
  }
}
