package dev.waybill.engine;

import dev.waybill.base.BackgroundLoop;
import dev.waybill.engine.index.JobSearch;
import dev.waybill.engine.register.KnownQueueSettings;
import dev.waybill.engine.token.TaskTokens;
import dev.waybill.engine.token.TokenKeys;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Backend;
import dev.waybill.spi.JobStore;
import java.time.Duration;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// The parts that all tenants' views of one engine share.
record Parts(
    Backend backend,
    JobStore jobs,
    TokenKeys keys,
    KnownQueueSettings queues,
    Admission admission,
    Enqueueing enqueueing,
    Leasing leasing,
    Settling settling,
    JobChanging changing,
    JobReading watching,
    Maintenance maintenance,
    @Nullable BackgroundLoop loop) {

  static Parts over(Backend backend, Settings settings, RandomGenerator random) {
    JobStore jobs = backend.jobs();
    Admission admission = new Admission(settings, backend.capabilities());
    ClaimCheck claims = new ClaimCheck(backend.blobs(), backend.inlineBytes());
    TokenKeys keys = TokenKeys.load(backend.blobs(), settings.clock());
    TaskTokens tokens = new TaskTokens(keys);
    KnownQueueSettings queues = new KnownQueueSettings(backend.ledger(), settings.clock());
    Policies policies = new Policies(settings, queues);
    JobIds ids = new JobIds(settings.clock(), random);
    Maintenance maintenance = new Maintenance(backend, claims, policies, settings, random);
    Duration period = settings.maintenanceEvery();
    return new Parts(
        backend,
        jobs,
        keys,
        queues,
        admission,
        new Enqueueing(jobs, claims, admission, ids, policies),
        new Leasing(
            jobs, claims, admission, tokens, settings, new LeaseDurations(settings, queues)),
        new Settling(jobs, claims, admission, tokens, policies, random),
        new JobChanging(jobs, claims),
        new JobReading(jobs, search(backend), claims, admission),
        maintenance,
        period == null ? null : loop(maintenance, period).start());
  }

  PagedWalk walk(String tenant) {
    return new PagedWalk(jobs, search(backend), changing, admission, tenant);
  }

  private static JobSearch search(Backend backend) {
    return new JobSearch(backend.jobs(), backend.catalog());
  }

  void close() {
    stop();
    backend.close();
  }

  /// Stops maintenance and leaves the backend open.
  void stop() {
    if (loop != null) {
      loop.close();
    }
  }

  private static BackgroundLoop loop(Maintenance maintenance, Duration period) {
    return new BackgroundLoop(
        "maintenance",
        period,
        () -> {
          boolean more = maintenance.tick() >= Maintenance.BATCH;
          return more ? period.dividedBy(10) : period;
        });
  }
}
