package dev.waybill.messages.send;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.WaybillException;
import dev.waybill.conformance.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class RateLimitTest {

  private static final Instant START = ManualClock.START;

  private final RateLimit limit = new RateLimit(Rate.of("4/s", "test"));

  @Test
  void a_burst_has_the_whole_amount_and_then_each_waits_for_its_turn() {
    assertThat(IntStream.range(0, 7).mapToObj(_ -> ask(START).toMillis()))
        .containsExactly(0L, 0L, 0L, 0L, 250L, 500L, 750L);
  }

  @Test
  void who_has_waited_goes_on_if_a_token_is_free_and_others_queue_behind_the_line() {
    for (int i = 0; i < 6; i++) {
      ask(START);
    }
    Instant turn = START.plusMillis(250);
    assertThat(ask(turn)).isEqualTo(Duration.ofMillis(500));
    assertThat(limit.delay("k", true, turn)).isEqualTo(Duration.ZERO);
    limit.take("k", turn);
    assertThat(limit.delay("k", true, turn)).isEqualTo(Duration.ofMillis(750));
  }

  @Test
  void keys_have_buckets_of_their_own_and_a_bucket_fills_up_again() {
    for (int i = 0; i < 5; i++) {
      ask(START);
    }
    assertThat(limit.delay("other", false, START)).isLessThanOrEqualTo(Duration.ZERO);
    Instant later = START.plusSeconds(10);
    for (int i = 0; i < 4; i++) {
      assertThat(ask(later)).isLessThanOrEqualTo(Duration.ZERO);
    }
    assertThat(ask(later)).isEqualTo(Duration.ofMillis(250));
  }

  @Test
  void a_backlog_of_any_length_is_sent_at_the_rate() {
    int backlog = 300_000;
    PriorityQueue<Instant> turns = new PriorityQueue<>();
    List<Instant> starts = new ArrayList<>();
    for (int i = 0; i < backlog; i++) {
      Duration wait = ask(START);
      (wait.isPositive() ? turns : starts).add(START.plus(wait));
    }
    for (Instant turn = turns.poll(); turn != null; turn = turns.poll()) {
      assertThat(limit.delay("k", true, turn)).isLessThanOrEqualTo(Duration.ZERO);
      limit.take("k", turn);
      starts.add(turn);
    }
    assertThat(starts).hasSize(backlog);
    assertThat(Duration.between(START, starts.getLast())).isEqualTo(Duration.ofSeconds(74_999));
    for (int i = 0; i + 8 < backlog; i++) {
      assertThat(Duration.between(starts.get(i), starts.get(i + 8)))
          .isGreaterThanOrEqualTo(Duration.ofSeconds(1));
    }
  }

  private Duration ask(Instant now) {
    Duration wait = limit.delay("k", false, now);
    if (!wait.isPositive()) {
      limit.take("k", now);
    }
    return wait.isNegative() ? Duration.ZERO : wait;
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "10", "0/s", "-1/s", "1/x", "1/s/s", "1 / s", "1234567/s"})
  void a_malformed_rate_is_refused(String text) {
    assertThatThrownBy(() -> Rate.of(text, "test")).isInstanceOf(WaybillException.class);
  }
}
