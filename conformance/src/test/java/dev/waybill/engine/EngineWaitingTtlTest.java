package dev.waybill.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Code;
import dev.waybill.JobId;
import dev.waybill.NewJob;
import dev.waybill.State;
import dev.waybill.conformance.Seed;
import dev.waybill.settings.QueueSettings;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class EngineWaitingTtlTest extends EngineTest {

  private static final Duration FOUR_DAYS = Duration.ofDays(4);

  private void set(@Nullable Duration ttl) {
    engine.setQueueSettings("default", QueueSettings.NONE.withWaitingTtl(ttl));
  }

  @Test
  @Seed({"S1.13", "S5.7"})
  void a_job_that_waits_longer_than_its_queue_allows_fails_as_expired() {
    set(FOUR_DAYS);
    JobId late = enqueue();
    JobId elsewhere = enqueue(NewJob.builder("t").queue("other"));
    clock.advance(FOUR_DAYS);
    JobId young = enqueue();
    engine.tick();
    assertThat(find(late).state()).isEqualTo(State.QUEUED);
    clock.advance(Duration.ofMillis(1));
    engine.tick();
    assertThat(find(late).state()).isEqualTo(State.FAILED);
    assertThat(find(late).failure().orElseThrow().errorClass()).isEqualTo("expired");
    assertThat(find(young).state()).isEqualTo(State.QUEUED);
    assertThat(find(elsewhere).state()).isEqualTo(State.QUEUED);
  }

  @Test
  void the_waiting_time_starts_when_a_job_is_due_and_again_with_each_retry() {
    set(FOUR_DAYS);
    JobId id = enqueue(NewJob.builder("t").delay(FOUR_DAYS));
    clock.advance(FOUR_DAYS.plusSeconds(1));
    engine.tick();
    assertThat(find(id).state()).isEqualTo(State.QUEUED);
    clock.advance(FOUR_DAYS);
    engine.tick();
    assertThat(find(id).state()).isEqualTo(State.FAILED);
    engine.retry(id);
    engine.tick();
    assertThat(find(id).state()).isEqualTo(State.QUEUED);
  }

  @Test
  void running_jobs_do_not_expire_and_jobs_of_a_paused_queue_do() {
    JobId running = enqueue();
    lease();
    JobId waiting = enqueue();
    engine.pause("default");
    set(Duration.ofSeconds(1));
    clock.advance(Duration.ofSeconds(2));
    engine.tick();
    assertThat(find(running).state()).isEqualTo(State.RUNNING);
    assertThat(find(waiting).state()).isEqualTo(State.FAILED);
  }

  @Test
  void many_jobs_expire_in_steps_until_the_setting_is_removed() {
    for (int n = 0; n < 600; n++) {
      enqueue();
    }
    set(FOUR_DAYS);
    clock.advance(FOUR_DAYS.plusMillis(1));
    assertThat(engine.tick()).isEqualTo(500);
    set(null);
    engine.tick();
    assertThat(engine.stats("default").waiting()).isEqualTo(100);
  }

  @Test
  void a_waiting_ttl_that_is_too_short_is_refused() {
    assertThrows(Code.INVALID_ARGUMENT, () -> set(Duration.ofMillis(999)));
  }
}
