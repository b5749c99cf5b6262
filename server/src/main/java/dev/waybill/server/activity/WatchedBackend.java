package dev.waybill.server.activity;

import dev.waybill.spi.Backend;
import dev.waybill.spi.ForwardingBackend;
import dev.waybill.spi.JobStore;
import java.time.InstantSource;

/// A backend whose changes of jobs are recorded for [dev.waybill.insight.Insight].
public final class WatchedBackend extends ForwardingBackend {

  private final Activity activity;
  private final JobStore jobs;

  public WatchedBackend(Backend backend, InstantSource clock) {
    super(backend);
    this.activity = new Activity(clock);
    this.jobs = new WatchedJobs(backend.jobs(), activity);
  }

  @Override
  public JobStore jobs() {
    return jobs;
  }

  /// Records how many jobs wait and run now, for all tenants that used this backend.
  public void sample() {
    activity.tenants().forEach(tenant -> activity.sample(tenant, jobs.stats(tenant)));
  }

  Activity activity() {
    return activity;
  }
}
