package dev.waybill.backend.nats;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Payload;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Expiry;
import dev.waybill.spi.Fact;
import dev.waybill.spi.Ledger;
import dev.waybill.spi.Ledger.Answer;
import dev.waybill.spi.LedgerKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// With several replicas the check of revisions alone is not enough; see [NatsLink#onlyAfter].
class ReplicatedLedgerTest {

  @Test
  void competing_writes_on_replicas_share_a_message_id() {
    try (NatsServer server = NatsServer.start();
        NatsLink one = server.link();
        NatsLink three = NatsLink.open(replicated(server))) {
      assertThat(one.onlyAfter("s", 7, 0).getMessageId()).isNull();
      assertThat(three.onlyAfter("s", 7, 0).getMessageId()).isEqualTo("s@7");
      assertThat(three.onlyAfter("s", 7, 1).getMessageId()).isEqualTo("s@7");
      assertThat(three.onlyAfter("s", 7, 50).getMessageId()).isEqualTo("s@7");
      assertThat(three.onlyAfter("s", 7, 1).getExpectedLastSubjectSequence()).isEqualTo(7);
    }
  }

  @Test
  @Timeout(120)
  void each_change_of_two_servers_on_three_nodes_is_applied_once() throws Exception {
    try (Cluster cluster = Cluster.start();
        NatsLink here = cluster.link();
        NatsLink there = cluster.link();
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Ledger> ledgers = List.of(ledger(here), ledger(there));
      for (int round = 0; round < 60; round++) {
        String name = "handoff/m" + round;
        List<Future<Answer>> answers = new ArrayList<>();
        for (int rank = 1; rank <= 4; rank++) {
          Fact fact = fact(name, rank);
          Ledger ledger = ledgers.get(rank % 2);
          answers.add(threads.submit(() -> ledger.record(List.of(fact)).getFirst()));
        }
        int applied = 0;
        for (Future<Answer> answer : answers) {
          applied += answer.get() == Answer.APPLIED ? 1 : 0;
        }
        Fact.Latest latest =
            ledgers.getFirst().latest(List.of(new LedgerKey("acme", "thing", name))).getFirst();
        assertThat(latest.rank()).as(name).isEqualTo(4);
        assertThat(latest.version()).as(name).isEqualTo(applied);
      }
    }
  }

  private static Ledger ledger(NatsLink link) {
    Expiry never = Expiry.of(Settings.DEFAULT);
    return new NatsLedger(
        new FactLog(link, SubjectWrites.of(link), never),
        NatsLedger.states(SubjectWrites.of(link), never),
        never);
  }

  private static Fact fact(String name, int rank) {
    Instant noon = Instant.parse("2030-01-01T12:00:00Z");
    LedgerKey key = new LedgerKey("acme", "thing", name);
    return Fact.of(key, 1, "step-" + rank, noon, Payload.empty()).withRank(rank, 0);
  }

  private static NatsConfig replicated(NatsServer server) {
    return NatsConfig.of(server.url(), server.folder().resolve("local")).withReplicas(3);
  }
}
