package dev.waybill.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Code;
import dev.waybill.JobFilter;
import dev.waybill.NewJob;
import dev.waybill.Page;
import dev.waybill.Payload;
import dev.waybill.RetryPolicy;
import dev.waybill.State;
import dev.waybill.conformance.Promise;
import dev.waybill.conformance.Seed;
import dev.waybill.result.EnqueueResult;
import dev.waybill.result.Enqueued;
import dev.waybill.result.Refused;
import dev.waybill.settings.Settings;
import dev.waybill.settings.Settings.TypeSettings;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class EngineEnqueueTest extends EngineTest {

  @Override
  Settings configure(Settings defaults) {
    return defaults
        .withMaxLiveJobs(3)
        .withType("slow", new TypeSettings(RetryPolicy.never(), Duration.ofMinutes(5)));
  }

  @Test
  void an_enqueued_job_has_all_requested_fields() {
    NewJob job = NewJob.builder("mail").payload("hello").tags("b", "a").correlationId("c").build();
    Enqueued enqueued = engine.enqueue(job);
    assertThat(enqueued.state()).isEqualTo(State.QUEUED);
    assertThat(enqueued.createdAt()).isEqualTo(clock.instant());
    assertThat(find(enqueued.id()).request()).isEqualTo(job);
    assertThat(find(enqueued.id()).tenant()).isEqualTo("default");
  }

  @Test
  @Promise("E2")
  @Seed("S4.10")
  void a_repeated_request_id_returns_the_same_job_and_another_body_is_refused() {
    Enqueued first = engine.enqueue(request("a").payload("1").build());
    Enqueued again = engine.enqueue(request("a").payload("1").build());
    assertThat(again).isEqualTo(new Enqueued(first.id(), first.state(), first.createdAt(), true));
    assertThrows(Code.REQUEST_ID_CONFLICT, () -> engine.enqueue(request("a").payload("2").build()));
    assertThat(count()).isEqualTo(1);
  }

  @Test
  @Promise("X1")
  void an_invalid_job_in_a_list_does_not_affect_the_others() {
    List<EnqueueResult> answers =
        engine.enqueueAll(
            List.of(
                NewJob.of("one", ""),
                NewJob.of("not a name", ""),
                NewJob.builder("two").delay(Duration.ofSeconds(-1)).build(),
                NewJob.of("three", "")));
    assertThat(answers.get(0)).isInstanceOf(Enqueued.class);
    assertThat(answers.get(1)).extracting("code").isEqualTo(Code.INVALID_NAME);
    assertThat(answers.get(2)).extracting("code").isEqualTo(Code.INVALID_DELAY);
    assertThat(answers.get(3)).isInstanceOf(Enqueued.class);
    assertThat(count()).isEqualTo(2);
  }

  @Test
  @Promise("X1")
  void a_refused_job_changes_nothing() {
    assertThrows(Code.INVALID_NAME, () -> engine.enqueue(NewJob.of("no good", "")));
    assertThat(count()).isZero();
    assertThat(engine.stats()).isEmpty();
  }

  @Test
  void a_batch_that_is_too_large_is_refused_as_a_whole() {
    List<NewJob> many = Collections.nCopies(10_001, NewJob.of("a", ""));
    assertThrows(Code.TOO_MANY_ITEMS, () -> engine.enqueueAll(many));
    assertThat(engine.enqueueAll(List.of())).isEmpty();
  }

  @Test
  void the_error_of_a_full_store_states_its_limit() {
    List<EnqueueResult> answers = engine.enqueueAll(Collections.nCopies(4, NewJob.of("a", "")));
    assertThat(answers.getLast())
        .isInstanceOfSatisfying(
            Refused.class,
            refused -> {
              assertThat(refused.code()).isEqualTo(Code.STORE_FULL);
              assertThat(refused.detail()).contains("3");
            });
  }

  @Test
  void the_timeout_of_the_type_is_stored_and_its_policy_is_not() {
    NewJob stored = find(enqueue(NewJob.builder("slow"))).request();
    assertThat(stored.timeout()).isEqualTo(Duration.ofMinutes(5));
    assertThat(stored.retry()).isNull();
    NewJob own = find(enqueue(NewJob.builder("slow").timeout(Duration.ofSeconds(1)))).request();
    assertThat(own.timeout()).isEqualTo(Duration.ofSeconds(1));
  }

  @Test
  @Promise("T1")
  void a_claim_from_a_caller_is_never_followed() {
    Payload foreign = Payload.claim("jobs/other/payload", 10);
    assertThrows(Code.INVALID_ARGUMENT, () -> engine.enqueue(NewJob.of("a", foreign)));
    assertThat(count()).isZero();
  }

  private long count() {
    return engine.list(JobFilter.ALL, Page.Request.FIRST).items().size();
  }

  private static NewJob.Builder request(String id) {
    return NewJob.builder("mail").requestId(id);
  }
}
