package dev.waybill.schedules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.Code;
import dev.waybill.NewJob;
import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import dev.waybill.schedule.Action;
import dev.waybill.schedule.CatchUp;
import dev.waybill.schedule.Overlap;
import dev.waybill.schedule.Skipped;
import dev.waybill.settings.QueueSettings;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class FailingStoreTest extends ScheduleTest {

  private boolean before;
  private boolean after;

  /// An engine that fails before or after it has enqueued.
  private Waybill failing(Waybill real) {
    return (Waybill)
        Proxy.newProxyInstance(
            Waybill.class.getClassLoader(),
            new Class<?>[] {Waybill.class},
            (_, method, args) -> {
              boolean enqueue = method.getName().equals("enqueueAll");
              fail(enqueue && before);
              try {
                Object answer = method.invoke(real, args);
                fail(enqueue && after);
                return answer instanceof Waybill view ? failing(view) : answer;
              } catch (InvocationTargetException thrown) {
                throw thrown.getCause();
              }
            });
  }

  private static void fail(boolean now) {
    if (now) {
      throw new WaybillException(Code.STORE_FAILED, "the disk is gone");
    }
  }

  private void tickFails(Duration step) {
    clock.advance(step);
    assertThatThrownBy(service::tick).hasMessage("the disk is gone");
  }

  private void withFailingStore() {
    service = server(failing(engine.forServices()));
    schedules = service.schedules(Waybill.DEFAULT_TENANT);
    service.tick();
  }

  @Test
  void a_failed_firing_is_retried_until_it_is_stored() {
    withFailingStore();
    put(everyMinute("m").catchUp(CatchUp.none()));
    before = true;
    tickFails(MINUTE);
    for (int i = 0; i < 36; i++) {
      tickFails(Duration.ofSeconds(5));
    }
    before = false;
    advance(Duration.ofSeconds(1));
    assertThat(slots("m")).isEqualTo(minutes(1, 4));
    assertThat(status("m").skipped()).isEmpty();
  }

  @Test
  void a_firing_with_a_lost_answer_fires_once() {
    withFailingStore();
    put(everyMinute("m").overlap(Overlap.SKIP));
    after = true;
    tickFails(MINUTE);
    after = false;
    advance(Duration.ofSeconds(1));
    assertThat(slots("m")).isEqualTo(minutes(1, 1));
    assertThat(status("m").skipped()).isEmpty();
  }

  @Test
  void a_failed_firing_holds_the_watermark_back_for_a_restart() {
    withFailingStore();
    put(everyMinute("m").catchUp(CatchUp.all(10, Duration.ofHours(1))));
    advance(MINUTE);
    before = true;
    tickFails(MINUTE);
    restartAfter(Duration.ofSeconds(610));
    assertThat(slots("m")).isEqualTo(minutes(1, 12));
  }

  @Test
  void a_full_queue_delays_only_its_own_schedules_and_loses_nothing() {
    engine.setQueueSettings("full", QueueSettings.NONE.withMaxWaiting(0));
    NewJob job = NewJob.builder("report").queue("full").build();
    put(everyMinute("full").action(new Action.StartJob(job)));
    put(everyMinute("free"));
    advance(12, Duration.ofSeconds(10));
    assertThat(slots("free")).isEqualTo(minutes(1, 2));
    assertThat(slots("full")).isEmpty();
    assertThatThrownBy(() -> schedules.runNow("full", null)).hasMessageContaining("try again");
    engine.setQueueSettings("full", QueueSettings.NONE);
    advance(Duration.ofSeconds(2));
    assertThat(slots("full")).isEqualTo(minutes(1, 2));
  }

  @Test
  void a_permanent_refusal_is_recorded_and_does_not_block_the_next_slot() {
    topics.queues = java.util.List.of("not a name");
    put(
        everyMinute("e")
            .action(new Action.PublishEvent("t", "hello", dev.waybill.Payload.of("{}"), Map.of())));
    put(everyMinute("free"));
    advance(2, MINUTE);
    assertThat(status("e").skipped()).isEqualTo(Map.of(Skipped.Reason.REFUSED, 2L));
    assertThat(status("e").lastSkipped().getFirst().detail()).contains("not a name");
    assertThat(slots("free")).isEqualTo(minutes(1, 2));
  }
}
