package dev.waybill.backend.nats;

import static dev.waybill.conformance.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Job;
import dev.waybill.Payload;
import dev.waybill.State;
import dev.waybill.conformance.Promise;
import dev.waybill.engine.Transitions;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Applied;
import dev.waybill.spi.JobKey;
import dev.waybill.spi.LeaseKey;
import dev.waybill.spi.LeaseQuery;
import dev.waybill.spi.Step;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Replicas of a stream that number it differently, as nats-server 2.9 leaves them after some
/// kills: versions in the records determine the order, so nobody waits for sequences that never
/// come.
@Timeout(8)
final class RenumberedTest {

  private static final LeaseQuery TAKE =
      new LeaseQuery(Load.QUEUE, "w", 1, Load.LEASE_DURATION, Duration.ofSeconds(3));

  @Test
  @Promise({"L1", "S1"})
  void a_job_with_a_higher_number_elsewhere_is_leased_and_completed_without_waiting() {
    try (NatsServer server = NatsServer.start();
        NatsLink here = server.link();
        NatsLink there = server.link();
        NatsJobStore one =
            NatsJobStore.open(
                here,
                FaultyConnection.numberingLowerThanTheFeed(here.connection()),
                Settings.DEFAULT);
        NatsJobStore other = NatsJobStore.open(there, Settings.DEFAULT)) {
      other.append(List.of(Load.draft(), Load.draft()));
      assertThat(other.lease(TAKE)).hasSize(1);

      Job leased = one.lease(TAKE).getFirst();
      JobKey key = new JobKey(leased.tenant(), leased.id());
      Step done = Transitions.completed(new LeaseKey(key, leased.attempt()), Payload.empty());

      assertThat(one.apply(List.of(done))).containsExactly(new Applied.Done(State.COMPLETED));
      assertThat(one.find(key).orElseThrow().state()).isEqualTo(State.COMPLETED);
      eventually(() -> assertThat(other.stats(Load.QUEUE).running()).isOne());
    }
  }
}
