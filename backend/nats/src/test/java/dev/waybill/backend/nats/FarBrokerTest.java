package dev.waybill.backend.nats;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.NewJob;
import dev.waybill.Payload;
import dev.waybill.Waybill;
import dev.waybill.conformance.ManualClock;
import dev.waybill.settings.Retention;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Fact;
import dev.waybill.spi.Ledger;
import dev.waybill.spi.LedgerKey;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// With a broker that is far away, independent requests of one call travel side by side. The
/// fastest of several tries counts, because a busy machine adds its own time.
@Timeout(180)
final class FarBrokerTest {

  private static final Duration EACH_WAY = Duration.ofMillis(200);
  private static final long ROUND_TRIP = EACH_WAY.multipliedBy(2).toNanos();
  private static final int TRIES = 6;

  @Test
  void an_enqueue_takes_one_round_trip_and_another_one_for_its_request_id() {
    try (NatsServer server = NatsServer.start();
        FarProxy proxy = new FarProxy(server.port(), EACH_WAY);
        Waybill waybill = open(proxy, server.directory("local"))) {
      assertThat(roundTrips(TRIES, i -> waybill.enqueue(job().build()))).isEqualTo(1);
      assertThat(roundTrips(TRIES, i -> waybill.enqueue(job().requestId("request-" + i).build())))
          .isEqualTo(2);
    }
  }

  @Test
  void a_start_takes_at_most_20_round_trips() {
    try (NatsServer server = NatsServer.start();
        FarProxy proxy = new FarProxy(server.port(), EACH_WAY)) {
      Waybill.open(address(server.url(), server.directory("near")), Settings.DEFAULT).close();
      Path local = server.directory("local");
      long fastest = Long.MAX_VALUE;
      for (int i = 0; i < 3; i++) {
        long began = System.nanoTime();
        Waybill waybill = open(proxy, local);
        fastest = Math.min(fastest, System.nanoTime() - began);
        waybill.close();
      }
      assertThat(fastest / ROUND_TRIP).isLessThanOrEqualTo(20);
    }
  }

  @Test
  void expired_facts_are_deleted_in_at_most_12_round_trips() {
    ManualClock clock = new ManualClock();
    try (NatsServer server = NatsServer.start();
        FarProxy proxy = new FarProxy(server.port(), EACH_WAY);
        NatsBackend backend =
            NatsBackend.open(
                NatsConfig.of(proxy.url(), server.directory("local")),
                Settings.DEFAULT.withClock(clock))) {
      Ledger ledger = backend.ledger();
      long fewest =
          roundTrips(
              3,
              i -> ledger.record(facts(i, clock)),
              _ -> {
                clock.advance(Duration.ofDays(10_000));
                assertThat(ledger.prune(500)).isEqualTo(20);
              });
      assertThat(fewest).isLessThanOrEqualTo(12);
      assertThat(ledger.tail(0, 100)).isEmpty();
    }
  }

  @Test
  void a_ledger_without_expired_facts_is_pruned_in_one_round_trip() {
    ManualClock clock = new ManualClock();
    try (NatsServer server = NatsServer.start();
        FarProxy proxy = new FarProxy(server.port(), EACH_WAY);
        NatsBackend backend =
            NatsBackend.open(
                NatsConfig.of(proxy.url(), server.directory("local")),
                Settings.DEFAULT.withClock(clock))) {
      backend.ledger().record(facts(0, clock));
      assertThat(roundTrips(TRIES, _ -> assertThat(backend.ledger().prune(500)).isZero()))
          .isEqualTo(1);
    }
  }

  private static List<Fact> facts(int number, ManualClock clock) {
    return IntStream.range(0, 20)
        .mapToObj(
            i ->
                Fact.of(
                        new LedgerKey("acme", Retention.AUDIT, number + "-" + i),
                        1,
                        "changed",
                        clock.instant(),
                        Payload.empty())
                    .withState("CHANGED")
                    .withRank(1, 0))
        .toList();
  }

  @FunctionalInterface
  private interface Call {
    void make(int number);
  }

  /// The number of round trips that a call takes one after another.
  private static long roundTrips(int tries, Call call) {
    return roundTrips(tries, _ -> {}, call);
  }

  private static long roundTrips(int tries, Call before, Call call) {
    return IntStream.range(0, tries)
            .mapToLong(
                i -> {
                  before.make(i);
                  long began = System.nanoTime();
                  call.make(i);
                  return System.nanoTime() - began;
                })
            .min()
            .orElseThrow()
        / ROUND_TRIP;
  }

  private static NewJob.Builder job() {
    return NewJob.builder("demo").queue("work");
  }

  private static Waybill open(FarProxy proxy, Path folder) {
    return Waybill.open(address(proxy.url(), folder), Settings.DEFAULT);
  }

  private static URI address(String url, Path folder) {
    return URI.create(url + "?path=" + folder);
  }
}
