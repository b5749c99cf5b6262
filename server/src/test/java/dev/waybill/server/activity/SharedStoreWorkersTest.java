package dev.waybill.server.activity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Lease;
import dev.waybill.LeaseRequest;
import dev.waybill.NewJob;
import dev.waybill.Outcome;
import dev.waybill.Settlement;
import dev.waybill.conformance.ManualClock;
import dev.waybill.conformance.model.ModelBackend;
import dev.waybill.engine.Engine;
import dev.waybill.insight.Insight;
import dev.waybill.settings.Settings;
import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Workers of two servers on one store.
final class SharedStoreWorkersTest {

  private static final Duration LEASE = Duration.ofSeconds(30);

  private final ManualClock clock = new ManualClock();
  private final Settings settings = Settings.DEFAULT.withClock(clock).withMaintenanceEvery(null);
  private final ModelBackend backend = new ModelBackend(settings);
  private final Engine here = engine();
  private final Engine there = engine();

  private Engine engine() {
    WatchedBackend watched = new WatchedBackend(backend, clock);
    return new Engine(watched, settings, RandomGenerator.getDefault());
  }

  @AfterEach
  void close() {
    here.close();
    there.close();
  }

  @Test
  void a_job_that_another_server_settled_is_not_shown_after_its_lease() {
    Lease lease = leased();
    assertThat(running()).isEqualTo(1);
    there.settle(List.of(new Settlement(lease.token(), Outcome.done("{}"))));
    clock.advance(LEASE.plusSeconds(1));
    assertThat(running()).isZero();
  }

  @Test
  void an_extended_job_is_shown_until_the_end_of_its_new_lease() {
    Lease lease = leased();
    clock.advance(LEASE.dividedBy(2));
    var _ = here.extend(List.of(lease.token()), LEASE);
    clock.advance(LEASE.minusSeconds(1));
    assertThat(running()).isEqualTo(1);
    clock.advance(Duration.ofSeconds(2));
    assertThat(running()).isZero();
  }

  @Test
  void a_lost_job_is_not_shown_any_more() {
    Lease lease = leased();
    there.settle(List.of(new Settlement(lease.token(), Outcome.done("{}"))));
    var _ = here.extend(List.of(lease.token()), LEASE);
    assertThat(running()).isZero();
  }

  private Lease leased() {
    here.enqueue(NewJob.of("resize", "{}"));
    return here.lease(LeaseRequest.of("default", "ada-1").withLeaseDuration(LEASE)).getFirst();
  }

  private long running() {
    return here.service(Insight.class).workers().getFirst().runningCount();
  }
}
