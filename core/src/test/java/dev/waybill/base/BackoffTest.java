package dev.waybill.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

final class BackoffTest {

  @Test
  void pauses_double_up_to_the_maximum_and_start_again_after_a_reset() {
    Backoff backoff = new Backoff(Duration.ofNanos(100), Duration.ofNanos(400));
    assertThat(backoff.isFirst()).isTrue();
    assertThat(backoff.nextNanos()).isBetween(50L, 150L);
    assertThat(backoff.nextNanos()).isBetween(100L, 300L);
    assertThat(backoff.nextNanos()).isBetween(200L, 600L);
    assertThat(backoff.nextNanos()).isBetween(200L, 600L);
    assertThat(backoff.isFirst()).isFalse();
    backoff.reset();
    assertThat(backoff.nextNanos()).isBetween(50L, 150L);
  }
}
