package dev.waybill.messages.send;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.WaybillException;
import dev.waybill.conformance.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class RateLimitTest {

  private static final Instant START = ManualClock.START;

  private final RateLimit limit = new RateLimit(Rate.of("4/s", "test"));

  @Test
  void a_burst_has_the_whole_amount_and_then_each_waits_for_its_turn() {
    List<Long> delays =
        IntStream.range(0, 7).mapToObj(i -> limit.delay("k", "t" + i, START).toMillis()).toList();
    assertThat(delays).containsExactly(0L, 0L, 0L, 0L, 250L, 500L, 750L);
  }

  @Test
  void a_ticket_is_counted_once_until_it_is_forgotten() {
    for (int i = 0; i < 4; i++) {
      limit.delay("k", "t" + i, START);
    }
    assertThat(limit.delay("k", "late", START)).isEqualTo(Duration.ofMillis(250));
    assertThat(limit.delay("k", "late", START.plusMillis(100))).isEqualTo(Duration.ofMillis(150));
    assertThat(limit.delay("k", "late", START.plusMillis(250))).isEqualTo(Duration.ZERO);
    limit.forget("late");
    assertThat(limit.delay("k", "late", START.plusMillis(250))).isEqualTo(Duration.ofMillis(250));
  }

  @Test
  void keys_have_buckets_of_their_own_and_a_bucket_fills_up_again() {
    for (int i = 0; i < 5; i++) {
      limit.delay("k", "t" + i, START);
    }
    assertThat(limit.delay("other", "x", START)).isEqualTo(Duration.ZERO);
    Instant later = START.plusSeconds(10);
    for (int i = 0; i < 4; i++) {
      assertThat(limit.delay("k", "u" + i, later)).isEqualTo(Duration.ZERO);
    }
    assertThat(limit.delay("k", "u4", later)).isEqualTo(Duration.ofMillis(250));
  }

  @Test
  void no_second_has_more_than_twice_the_amount_and_an_hour_has_the_rate() {
    List<Instant> starts = new ArrayList<>();
    for (int i = 0; i < 10_000; i++) {
      starts.add(START.plus(limit.delay("k", "t" + i, START)));
    }
    for (int i = 0; i + 8 < starts.size(); i++) {
      assertThat(Duration.between(starts.get(i), starts.get(i + 8)))
          .isGreaterThanOrEqualTo(Duration.ofSeconds(1));
    }
    assertThat(Duration.between(START, starts.getLast())).isEqualTo(Duration.ofSeconds(2_499));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "10", "0/s", "-1/s", "1/x", "1/s/s", "1 / s", "1234567/s"})
  void a_malformed_rate_is_refused(String text) {
    assertThatThrownBy(() -> Rate.of(text, "test")).isInstanceOf(WaybillException.class);
  }
}
