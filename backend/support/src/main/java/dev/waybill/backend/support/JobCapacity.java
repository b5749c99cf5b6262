package dev.waybill.backend.support;

import dev.waybill.settings.Quotas;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Appended;
import dev.waybill.spi.Draft;
import java.lang.System.Logger.Level;
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

  private static final System.Logger LOG = System.getLogger(JobCapacity.class.getName());

  /// The share of the heap that jobs may take in the view; records, calls and the index need the
  /// rest.
  private static final double HEAP = 0.4;

  private static final double NEARLY_FULL = 0.8;
  private static final double FAR_FROM_FULL = 0.7;

  private final JobView view;
  private final long most;
  private final long mostBytes;
  private final Quotas quotas;
  private final Map<String, Use> pending = new HashMap<>();
  private long pendingJobs;
  private boolean warned;

  JobCapacity(JobView view, Settings settings) {
    this(view, settings, (long) (HEAP * Runtime.getRuntime().maxMemory()));
  }

  /// @param mostBytes of memory for the jobs in the view
  JobCapacity(JobView view, Settings settings, long mostBytes) {
    this.view = view;
    this.most = settings.maxLiveJobs();
    this.mostBytes = mostBytes;
    this.quotas = settings.quotas();
  }

  /// The number of jobs from which new ones are refused: the configured number of waiting and
  /// running
  /// ones or, if memory is short, as many as fit into it.
  long most() {
    return Math.min(most, mostBytes / view.bytesPerRow());
  }

  /// Reserves room for all drafts and returns null, or returns the reason for a refusal.
  synchronized @Nullable Appended reserve(List<Draft> drafts) {
    long room = most();
    long held = room < most ? view.size() : view.live();
    long after = held + pendingJobs + drafts.size();
    warn(after, room);
    if (after > room) {
      return new Appended.Full(room);
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

  private void warn(long jobs, long room) {
    if (warned) {
      warned = jobs > FAR_FROM_FULL * room;
    } else if (jobs > NEARLY_FULL * room) {
      warned = true;
      LOG.log(
          Level.WARNING,
          "the store is nearly full: {0} of {1} jobs; new ones will be refused. Complete jobs, or"
              + " raise store.max_live_jobs ({2}) and the heap of every server",
          jobs,
          room,
          most);
    }
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
