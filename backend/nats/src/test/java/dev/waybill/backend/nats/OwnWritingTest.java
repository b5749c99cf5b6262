package dev.waybill.backend.nats;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Job;
import dev.waybill.Payload;
import dev.waybill.Settings;
import dev.waybill.State;
import dev.waybill.engine.Transitions;
import dev.waybill.spi.Applied;
import dev.waybill.spi.JobKey;
import dev.waybill.spi.Kept;
import dev.waybill.spi.LeaseKey;
import dev.waybill.spi.Take;
import dev.waybill.testkit.Promise;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// A change that the broker has made and refused all the same, as a leader that has just begun to
/// lead may: the store knows its own writing.
@Timeout(20)
final class OwnWritingTest {

  private static final Take TAKE = new Take(Load.QUEUE, "w", 1, Load.HOLD, Duration.ofSeconds(3));

  @Test
  @Promise({"L1", "S1"})
  void what_was_refused_but_done_is_answered_as_done() {
    try (NatsServer server = NatsServer.start();
        NatsLink link = server.link();
        NatsJobStore store =
            new NatsJobStore(
                link, FaultyConnection.refusingWhatWasDone(link.connection()), Settings.DEFAULT)) {
      store.append(List.of(Load.draft()));

      List<Job> leased = store.lease(TAKE);
      assertThat(leased).singleElement().extracting(Job::attempt).isEqualTo(1);
      LeaseKey lease =
          new LeaseKey(new JobKey(leased.getFirst().tenant(), leased.getFirst().id()), 1);

      assertThat(store.extend(List.of(lease), Load.HOLD)).hasOnlyElementsOfType(Kept.Held.class);
      assertThat(store.apply(List.of(Transitions.completed(lease, Payload.empty()))))
          .containsExactly(new Applied.Done(State.COMPLETED));
      assertThat(store.attempts(lease.job())).hasSize(1);
    }
  }
}
