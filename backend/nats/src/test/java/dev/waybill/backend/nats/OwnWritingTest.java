package dev.waybill.backend.nats;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Job;
import dev.waybill.Payload;
import dev.waybill.State;
import dev.waybill.backend.nats.SubjectWrites.Put;
import dev.waybill.backend.support.GuardedTable.Written;
import dev.waybill.conformance.Promise;
import dev.waybill.engine.Transitions;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Applied;
import dev.waybill.spi.JobKey;
import dev.waybill.spi.LeaseExtension;
import dev.waybill.spi.LeaseKey;
import dev.waybill.spi.LeaseQuery;
import io.nats.client.Connection;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// The broker has applied a change and refuses it, as a new leader may: the store recognizes its
/// own write.
@Timeout(20)
final class OwnWritingTest {

  private static final LeaseQuery TAKE =
      new LeaseQuery(Load.QUEUE, "w", 1, Load.LEASE_DURATION, Duration.ofSeconds(3));

  @Test
  @Promise({"L1", "S1"})
  void a_change_that_was_refused_but_applied_is_answered_as_applied() {
    try (NatsServer server = NatsServer.start();
        NatsLink link = server.link();
        NatsJobStore store =
            NatsJobStore.open(
                link,
                FaultyConnection.refusingAppliedChanges(link.connection()),
                Settings.DEFAULT)) {
      store.append(List.of(Load.draft()));

      List<Job> leased = store.lease(TAKE);
      assertThat(leased).singleElement().extracting(Job::attempt).isEqualTo(1);
      LeaseKey lease =
          new LeaseKey(new JobKey(leased.getFirst().tenant(), leased.getFirst().id()), 1);

      assertThat(store.extend(List.of(lease), Load.LEASE_DURATION))
          .hasOnlyElementsOfType(LeaseExtension.Held.class);
      assertThat(store.apply(List.of(Transitions.completed(lease, Payload.empty()))))
          .containsExactly(new Applied.Done(State.COMPLETED));
      assertThat(store.attempts(lease.job())).hasSize(1);
    }
  }

  @Test
  @Promise({"L1", "S1"})
  void a_change_beside_one_that_is_being_replicated_is_sent_again() {
    try (NatsServer server = NatsServer.start();
        NatsLink link = server.link();
        NatsJobStore store =
            NatsJobStore.open(
                link,
                FaultyConnection.refusingTheFirstChangeBesideAnother(link.connection()),
                Settings.DEFAULT)) {
      store.append(List.of(Load.draft()));

      assertThat(store.lease(TAKE)).singleElement().extracting(Job::attempt).isEqualTo(1);
    }
  }

  /// With another ID it could pass next to the write of another server with the same expectation.
  @Test
  @Promise({"L1", "L2"})
  void a_repeated_write_keeps_its_message_id() {
    Set<String> ids = ConcurrentHashMap.newKeySet();
    try (NatsServer server = NatsServer.start();
        NatsLink link = server.link()) {
      NatsLayout.jobs().forEach(link::ensureStream);
      Connection deaf =
          FaultyConnection.losingIdsFor(Duration.ofSeconds(6), link.connection(), ids);
      Put write = Put.of(JobSubjects.EVENTS, "wb.events.own.1", 0, new byte[] {1});

      Written written = new SubjectWrites(deaf, true).write(write);

      assertThat(written).isInstanceOf(Written.At.class);
      assertThat(ids).containsExactly("wb.events.own.1@0");
    }
  }
}
