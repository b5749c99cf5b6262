package dev.waybill.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Code;
import dev.waybill.JobId;
import dev.waybill.Lease;
import dev.waybill.LeaseRequest;
import dev.waybill.NewJob;
import dev.waybill.Outcome;
import dev.waybill.RetryPolicy;
import dev.waybill.State;
import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import dev.waybill.engine.register.KnownQueueSettings;
import dev.waybill.result.EnqueueResult;
import dev.waybill.result.Enqueued;
import dev.waybill.result.Extended;
import dev.waybill.result.Refused;
import dev.waybill.settings.Limits;
import dev.waybill.settings.QueueSettings;
import dev.waybill.settings.Settings;
import dev.waybill.settings.Settings.TypeSettings;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;

final class EngineQueueSettingsTest extends EngineTest {

  private static final Duration MINUTE = Duration.ofMinutes(1);

  private static final TypeSettings PATIENT =
      new TypeSettings(RetryPolicy.DEFAULT.withMaxErrors(7), Duration.ofHours(7));

  @Override
  Settings configure(Settings defaults) {
    return defaults.withType("known", PATIENT);
  }

  private void set(QueueSettings settings) {
    engine.setQueueSettings("default", settings);
  }

  @Test
  void settings_are_empty_at_first_and_are_returned_once_set() {
    assertThat(engine.queueSettings("default")).isEqualTo(QueueSettings.NONE);
    QueueSettings all =
        new QueueSettings(MINUTE, RetryPolicy.never().withJitter(0.25), MINUTE, 1_000);
    set(all);
    assertThat(engine.queueSettings("default")).isEqualTo(all);
    assertThat(engine.queueSettings("other")).isEqualTo(QueueSettings.NONE);
    set(QueueSettings.NONE);
    assertThat(engine.queueSettings("default")).isEqualTo(QueueSettings.NONE);
  }

  @Test
  void a_lease_has_the_duration_of_its_queue_unless_the_worker_sets_one() {
    set(QueueSettings.NONE.withDefaultLeaseDuration(MINUTE));
    enqueue();
    enqueue();
    LeaseRequest one = REQUEST.withMax(1);
    Lease usual = engine.lease(one).getFirst();
    Lease said = engine.lease(one.withLeaseDuration(Duration.ofSeconds(5))).getFirst();
    assertThat(usual.leaseDuration()).isEqualTo(MINUTE);
    assertThat(said.leaseDuration()).isEqualTo(Duration.ofSeconds(5));
    elapse(Duration.ofSeconds(59));
    assertThat(find(usual.job().id()).state()).isEqualTo(State.RUNNING);
    assertThat(find(said.job().id()).state()).isEqualTo(State.QUEUED);
  }

  @Test
  void a_lease_is_extended_by_the_duration_of_its_queue_unless_the_worker_sets_one() {
    set(QueueSettings.NONE.withDefaultLeaseDuration(MINUTE));
    enqueue();
    enqueue(NewJob.builder("type").queue("other"));
    List<Lease> leases = List.of(lease(), engine.lease(LeaseRequest.of("other", "w")).getFirst());
    assertThat(engine.extend(leases.stream().map(Lease::token).toList(), null))
        .containsExactly(
            new Extended(MINUTE, false), new Extended(settings.defaultLeaseDuration(), false));
    assertThat(engine.extend(List.of(leases.getFirst().token()), Duration.ofSeconds(5)))
        .containsExactly(new Extended(Duration.ofSeconds(5), false));
  }

  @Test
  void the_retry_policy_of_a_queue_applies_to_jobs_without_one_even_if_they_already_waited() {
    JobId waited = enqueue();
    JobId own = enqueue(NewJob.builder("type").retry(RetryPolicy.DEFAULT));
    JobId ofType = enqueue(NewJob.builder("known"));
    set(QueueSettings.NONE.withDefaultRetry(RetryPolicy.DEFAULT.withMaxErrors(2)));
    for (int attempt = 1; attempt <= 2; attempt++) {
      leaseAll().forEach(lease -> engine.settle(lease.token(), Outcome.retry("no")));
      elapse(MINUTE);
    }
    assertThat(find(waited).state()).isEqualTo(State.DEAD);
    assertThat(find(ofType).state()).isEqualTo(State.DEAD);
    assertThat(find(own).state()).isEqualTo(State.QUEUED);
  }

  @Test
  void the_retry_policy_of_a_queue_applies_to_expired_leases() {
    set(QueueSettings.NONE.withDefaultRetry(RetryPolicy.DEFAULT.withMaxCrashes(1)));
    JobId id = enqueue();
    assertThat(leaseAll()).hasSize(1);
    elapse(MINUTE);
    assertThat(find(id).state()).isEqualTo(State.DEAD);
  }

  @Test
  void a_new_job_has_the_timeout_of_its_queue_unless_it_sets_one() {
    JobId before = enqueue(NewJob.builder("known"));
    set(QueueSettings.NONE.withDefaultTimeout(MINUTE));
    JobId usual = enqueue(NewJob.builder("known"));
    JobId own = enqueue(NewJob.builder("known").timeout(Duration.ofSeconds(3)));
    assertThat(find(before).request().timeout()).isEqualTo(PATIENT.timeout());
    assertThat(find(usual).request().timeout()).isEqualTo(MINUTE);
    assertThat(find(own).request().timeout()).isEqualTo(Duration.ofSeconds(3));
  }

  @Test
  void a_repeated_request_is_the_same_job_after_the_settings_changed() {
    NewJob job = NewJob.builder("type").requestId("one").build();
    Enqueued first = engine.enqueue(job);
    set(new QueueSettings(MINUTE, RetryPolicy.never(), MINUTE, null));
    assertThat(engine.enqueue(job).id()).isEqualTo(first.id());
  }

  @Test
  void a_full_queue_refuses_jobs_until_some_have_left() {
    set(QueueSettings.NONE.withMaxWaiting(2));
    enqueue();
    enqueue(NewJob.builder("type").delay(MINUTE));
    WaybillException refused =
        Assertions.catchThrowableOfType(WaybillException.class, this::enqueue);
    assertThat(refused.code()).isEqualTo(Code.STORE_FULL);
    assertThat(refused).hasMessageContaining("\"default\"").hasMessageContaining("2 jobs");
    enqueue(NewJob.builder("type").queue("other"));
    assertThat(leaseAll()).hasSize(1);
    enqueue();
    assertThrows(Code.STORE_FULL, this::enqueue);
  }

  @Test
  void a_queue_accepts_jobs_of_a_batch_up_to_its_limit() {
    set(QueueSettings.NONE.withMaxWaiting(3));
    List<EnqueueResult> answers = engine.enqueueAll(Collections.nCopies(5, NewJob.of("type", "")));
    assertThat(answers.subList(0, 3)).hasOnlyElementsOfType(Enqueued.class);
    assertThat(answers.subList(3, 5)).hasOnlyElementsOfType(Refused.class);
    assertThat(engine.stats("default").waiting()).isEqualTo(3);
  }

  @Test
  void a_change_takes_effect_here_at_once() {
    enqueue();
    set(QueueSettings.NONE.withMaxWaiting(0));
    assertThrows(Code.STORE_FULL, this::enqueue);
    set(QueueSettings.NONE);
    enqueue();
  }

  @Test
  void another_server_on_the_store_knows_of_a_change_within_two_seconds() {
    Engine other = engine(backend);
    other.enqueue(NewJob.of("type", ""));
    set(QueueSettings.NONE.withMaxWaiting(0));
    clock.advance(KnownQueueSettings.STALE);
    assertThrows(Code.STORE_FULL, () -> other.enqueue(NewJob.of("type", "")));
  }

  @Test
  void another_server_with_maintenance_knows_of_a_change_within_a_second() {
    Engine other = engine(backend);
    other.enqueue(NewJob.of("type", ""));
    set(QueueSettings.NONE.withMaxWaiting(0));
    clock.advance(KnownQueueSettings.LOOK_EVERY);
    other.tick();
    assertThrows(Code.STORE_FULL, () -> other.enqueue(NewJob.of("type", "")));
  }

  @Test
  void concurrent_changes_of_two_servers_are_both_applied() {
    Engine other = engine(backend);
    QueueSettings both =
        engine.changeQueueSettings(
            "default",
            before -> {
              if (before.maxWaiting() == null) {
                other.changeQueueSettings("default", theirs -> theirs.withMaxWaiting(7));
              }
              return before.withDefaultLeaseDuration(MINUTE);
            });
    assertThat(both)
        .isEqualTo(QueueSettings.NONE.withDefaultLeaseDuration(MINUTE).withMaxWaiting(7));
    assertThat(other.queueSettings("default")).isEqualTo(both);
  }

  @Test
  void tenants_do_not_share_settings() {
    Waybill theirs = engine.tenant("theirs");
    theirs.setQueueSettings("default", QueueSettings.NONE.withMaxWaiting(0));
    assertThat(engine.queueSettings("default")).isEqualTo(QueueSettings.NONE);
    enqueue();
    assertThrows(Code.STORE_FULL, () -> theirs.enqueue(NewJob.of("type", "")));
  }

  @Test
  void values_beyond_their_limits_are_refused() {
    QueueSettings none = QueueSettings.NONE;
    assertThrows(Code.INVALID_ARGUMENT, () -> none.withDefaultLeaseDuration(Duration.ZERO));
    assertThrows(Code.INVALID_ARGUMENT, () -> none.withDefaultLeaseDuration(Duration.ofHours(13)));
    assertThrows(Code.INVALID_ARGUMENT, () -> none.withDefaultTimeout(Duration.ZERO));
    assertThrows(Code.INVALID_ARGUMENT, () -> none.withDefaultTimeout(Duration.ofDays(31)));
    assertThrows(Code.INVALID_ARGUMENT, () -> none.withMaxWaiting(-1));
    assertThrows(Code.INVALID_ARGUMENT, () -> none.withMaxWaiting(Integer.MAX_VALUE));
    RetryPolicy endless =
        RetryPolicy.DEFAULT.withDelays(Duration.ofSeconds(Long.MAX_VALUE), 1, MINUTE);
    assertThrows(Code.INVALID_ARGUMENT, () -> none.withDefaultRetry(endless));
    assertThrows(Code.INVALID_NAME, () -> engine.queueSettings("not a queue"));
    assertThrows(Code.INVALID_NAME, () -> engine.setQueueSettings("not a queue", none));
  }

  @Test
  void the_number_of_queues_with_settings_is_limited() {
    QueueSettings some = QueueSettings.NONE.withMaxWaiting(1);
    for (int i = 0; i < Limits.QUEUES_WITH_SETTINGS; i++) {
      engine.setQueueSettings("q" + i, some);
    }
    assertThrows(Code.TOO_MANY_ITEMS, () -> engine.setQueueSettings("one-more", some));
    engine.setQueueSettings("q0", some.withMaxWaiting(2));
    engine.setQueueSettings("q0", QueueSettings.NONE);
    engine.setQueueSettings("one-more", some);
    assertThat(engine(backend).queueSettings("one-more")).isEqualTo(some);
  }
}
