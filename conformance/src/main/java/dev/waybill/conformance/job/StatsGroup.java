package dev.waybill.conformance.job;

import static dev.waybill.conformance.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.QueueStats;
import dev.waybill.conformance.Promise;
import dev.waybill.engine.Transitions;
import dev.waybill.spi.QueueKey;
import java.time.Duration;
import org.junit.jupiter.api.Test;

abstract class StatsGroup extends JobStoreGroup {

  private QueueStats stats() {
    return store().stats(queue());
  }

  @Test
  @Promise("X1")
  void an_unused_queue_has_zero_counts() {
    assertThat(stats()).isEqualTo(QueueStats.unused(QUEUE));
  }

  @Test
  @Promise("D1")
  void every_job_is_counted_in_its_state() {
    dead();
    submit();
    complete(lease());
    submit();
    lease();
    submitMany(3);
    submit(job().delay(LONG));
    eventually(this::assertCounts);
    crash();
    eventually(this::assertCounts);
  }

  private void assertCounts() {
    QueueStats stats = stats();
    assertThat(stats.waiting()).isEqualTo(3);
    assertThat(stats.running()).isEqualTo(1);
    assertThat(stats.scheduled()).isEqualTo(1);
    assertThat(stats.dead()).isEqualTo(1);
    assertThat(stats.paused()).isFalse();
    assertThat(store().stats(tenant)).containsExactly(stats());
  }

  @Test
  @Promise("L5")
  void a_scheduled_job_is_counted_as_waiting_once_it_is_due() {
    submit(job().delay(SHORT));
    eventually(() -> assertThat(stats().scheduled()).isEqualTo(1));
    elapse(SHORT);
    eventually(() -> assertThat(stats().waiting()).isEqualTo(1));
    assertThat(stats().scheduled()).isZero();
  }

  @Test
  @Promise("L4")
  void the_age_is_that_of_the_longest_ready_job() {
    submit(job().delay(SHORT));
    elapse(SHORT.multipliedBy(2));
    submit();
    elapse(Duration.ofMillis(20));
    eventually(
        () ->
            assertThat(stats().oldestWaitingAge())
                .isBetween(SHORT.plusMillis(20), SHORT.plusSeconds(60)));
    store().lease(leaseQuery("worker", 2, LONG));
    eventually(() -> assertThat(stats().oldestWaitingAge()).isZero());
  }

  @Test
  @Promise("D1")
  void a_redriven_job_is_no_longer_counted_as_dead() {
    var dead = dead();
    eventually(() -> assertThat(stats().dead()).isEqualTo(1));
    apply(Transitions.redriven(dead).orElseThrow());
    eventually(() -> assertThat(stats().dead()).isZero());
    eventually(() -> assertThat(stats().waiting()).isEqualTo(1));
  }

  @Test
  @Promise("L1")
  void the_stats_show_that_a_queue_is_paused() {
    submit();
    store().pause(queue(), true);
    assertThat(stats().paused()).isTrue();
    store().pause(queue(), false);
    assertThat(stats().paused()).isFalse();
  }

  @Test
  @Promise("E1")
  void every_queue_that_has_or_had_jobs_is_listed() {
    submit();
    submit(job().queue("other"));
    complete(lease());
    eventually(
        () ->
            assertThat(store().stats(tenant))
                .containsExactlyInAnyOrder(
                    store().stats(queue()), store().stats(new QueueKey(tenant, "other"))));
  }
}
