package dev.waybill.backend.nats;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.NewJob;
import dev.waybill.Waybill;
import dev.waybill.settings.Settings;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
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

  @FunctionalInterface
  private interface Call {
    void make(int number);
  }

  /// The number of round trips that a call takes one after another.
  private static long roundTrips(int tries, Call call) {
    return IntStream.range(0, tries)
            .mapToLong(
                i -> {
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
