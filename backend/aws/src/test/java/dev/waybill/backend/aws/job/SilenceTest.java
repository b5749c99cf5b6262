package dev.waybill.backend.aws.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.spi.QueueKey;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/// How long calls that found nothing do not ask the table again.
class SilenceTest {

  private final QueueKey queue = new QueueKey("t", "work");
  private final Instant now = Instant.EPOCH;
  private final Silence silence = new Silence();

  private Duration kept(boolean hears) {
    silence.keep(queue, silence.heard(queue), now, Instant.MAX, hears);
    return Duration.ofNanos(silence.left(queue, now));
  }

  @Test
  void a_queue_of_which_nothing_was_heard_is_silent_for_minutes() {
    assertThat(kept(true)).isBetween(Duration.ofMinutes(4), Duration.ofMinutes(5));
  }

  @Test
  void a_queue_is_asked_every_second_after_something_was_heard_of_it() {
    silence.end(queue);
    assertThat(kept(true)).isBetween(Duration.ZERO, Duration.ofSeconds(1));
  }

  @Test
  void a_queue_without_messages_is_asked_every_second() {
    assertThat(kept(false)).isBetween(Duration.ZERO, Duration.ofSeconds(1));
  }
}
