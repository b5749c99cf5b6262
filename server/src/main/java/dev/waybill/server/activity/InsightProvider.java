package dev.waybill.server.activity;

import dev.waybill.base.BackgroundLoop;
import dev.waybill.engine.index.FailureGroups;
import dev.waybill.insight.Insight;
import dev.waybill.insight.OverviewSource;
import dev.waybill.insight.SeriesStep;
import dev.waybill.service.ServiceHost;
import dev.waybill.service.ServiceProvider;
import dev.waybill.spi.Backend;
import java.time.Duration;

/// Provides [Insight]. On a [WatchedBackend] it has figures over time and workers.
public final class InsightProvider implements ServiceProvider {

  private static final Duration SAMPLED = SeriesStep.TEN_SECONDS.length().dividedBy(2);

  @Override
  public void open(ServiceHost host) {
    Backend backend = host.backend();
    Activity activity =
        backend instanceof WatchedBackend watched
            ? watched.activity()
            : new Activity(host.settings().clock());
    FailureGroups failures = new FailureGroups(backend.jobs(), backend.catalog());
    host.offer(Insight.class, tenant -> new LocalInsight(host, tenant, activity, failures));
    host.offer(OverviewSource.class, tenant -> new LocalInsight(host, tenant, activity, failures));
    if (backend instanceof WatchedBackend watched) {
      BackgroundLoop sampling = new BackgroundLoop("queue-samples", SAMPLED, () -> sample(watched));
      host.whileOpen(sampling::start, sampling::close);
    }
  }

  private static Duration sample(WatchedBackend backend) {
    backend.sample();
    return SAMPLED;
  }
}
