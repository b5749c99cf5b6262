package dev.waybill.backend.nats;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Payload;
import dev.waybill.WaybillException;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Expiry;
import dev.waybill.spi.Fact;
import dev.waybill.spi.Ledger;
import dev.waybill.spi.LedgerKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Writers that retry while the broker is killed: no fact is lost or duplicated.
@Timeout(120)
class LedgerUnderFireTest {

  private static final Instant NOON = Instant.parse("2030-01-01T12:00:00Z");
  private static final int WRITERS = 4;
  private static final int FACTS = 300;
  private static final int KILLS = 3;

  @Test
  void facts_recorded_while_the_broker_is_killed_are_stored_once() throws Exception {
    try (NatsServer server = NatsServer.start();
        NatsLink link = server.link();
        NatsLink otherLink = server.link();
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      NatsLayout.streams().forEach(link::ensureStream);
      List<Ledger> ledgers = List.of(ledger(link), ledger(otherLink));
      CountDownLatch underWay = new CountDownLatch(WRITERS * FACTS / 10);
      List<Future<?>> writers = new ArrayList<>();
      for (int writer = 0; writer < WRITERS; writer++) {
        Ledger ledger = ledgers.get(writer % ledgers.size());
        String name = "handoff/m" + writer;
        writers.add(threads.submit(() -> recordAll(ledger, name, underWay)));
        writers.add(threads.submit(() -> recordAll(ledger, "handoff/shared", underWay)));
      }
      underWay.await();
      for (int kill = 0; kill < KILLS; kill++) {
        server.kill();
        server.restart();
      }
      for (Future<?> writer : writers) {
        writer.get();
      }
      for (int writer = 0; writer < WRITERS; writer++) {
        assertComplete(ledgers.getFirst(), "handoff/m" + writer);
      }
      assertComplete(ledgers.getFirst(), "handoff/shared");
      assertThat(ledgers.getLast().tail(0, 10 * WRITERS * FACTS)).hasSize((WRITERS + 1) * FACTS);
    }
  }

  private static Ledger ledger(NatsLink link) {
    Expiry never = Expiry.of(Settings.DEFAULT);
    return new NatsLedger(
        new FactLog(link, SubjectWrites.of(link), never),
        NatsLedger.states(SubjectWrites.of(link), never),
        never);
  }

  private static void recordAll(Ledger ledger, String name, CountDownLatch underWay) {
    for (int rank = 1; rank <= FACTS; rank++) {
      recordUntilItIs(ledger, fact(name, rank));
      underWay.countDown();
    }
  }

  private static void recordUntilItIs(Ledger ledger, Fact fact) {
    while (true) {
      try {
        ledger.record(List.of(fact));
        return;
      } catch (WaybillException failed) {
        assertThat(failed.code().isRetryable()).as(failed.toString()).isTrue();
      }
    }
  }

  private static void assertComplete(Ledger ledger, String name) {
    LedgerKey key = new LedgerKey("acme", "thing", name);
    assertThat(ledger.history(key, 0, 2 * FACTS).stream().map(one -> one.fact().rank()))
        .as(name)
        .containsExactlyInAnyOrderElementsOf(IntStream.rangeClosed(1, FACTS).boxed().toList());
    assertThat(ledger.latest(List.of(key)).getFirst().rank()).isEqualTo(FACTS);
  }

  private static Fact fact(String name, int rank) {
    LedgerKey key = new LedgerKey("acme", "thing", name);
    return Fact.of(key, 1, "step-" + rank, NOON, Payload.of("data " + rank)).withRank(rank, 0);
  }
}
