package dev.waybill.documents.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.conformance.ManualClock;
import dev.waybill.conformance.model.ModelBackend;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Backend;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class RecordedTurnTest {

  private static final Duration MOMENT = Duration.ofSeconds(1);

  private final ManualClock clock = new ManualClock();
  private final Backend backend = new ModelBackend(Settings.DEFAULT.withClock(clock));
  private final FillingTurn first = turn();
  private final FillingTurn second = turn();

  private FillingTurn turn() {
    return new RecordedTurn(backend.ledger(), clock);
  }

  @Test
  void one_server_has_the_turn_until_it_releases_it() {
    assertThat(first.take()).isTrue();
    assertThat(second.take()).isFalse();
    assertThat(first.take()).isTrue();
    second.release();
    assertThat(second.take()).isFalse();
    first.release();
    assertThat(second.take()).isTrue();
    assertThat(first.take()).isFalse();
  }

  @Test
  void a_server_that_goes_on_keeps_the_turn() {
    for (int times = 0; times < 10; times++) {
      assertThat(first.take()).isTrue();
      clock.advance(RecordedTurn.LASTS.minus(MOMENT));
      assertThat(second.take()).isFalse();
    }
  }

  @Test
  void the_turn_of_a_server_that_died_passes_to_another_one() {
    assertThat(first.take()).isTrue();
    clock.advance(RecordedTurn.LASTS);
    assertThat(second.take()).isTrue();
    assertThat(first.take()).isFalse();
  }

  @Test
  void the_time_that_is_left_after_a_call_is_at_least_four_minutes() {
    assertThat(first.take()).isTrue();
    clock.advance(RecordedTurn.KEEP_AFTER.minus(MOMENT));
    assertThat(first.take()).isTrue();
    clock.advance(Duration.ofMinutes(4));
    assertThat(second.take()).isFalse();
  }
}
