package dev.waybill.conformance.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.waybill.Code;
import dev.waybill.EventCursor;
import dev.waybill.JobFilter;
import dev.waybill.NewEvent;
import dev.waybill.Payload;
import dev.waybill.WaybillException;
import dev.waybill.conformance.Background;
import dev.waybill.conformance.Promise;
import dev.waybill.engine.Transitions;
import dev.waybill.spi.Applied;
import dev.waybill.spi.EventQuery;
import dev.waybill.spi.EventsStored;
import dev.waybill.spi.JobKey;
import dev.waybill.spi.JobQuery;
import dev.waybill.spi.LeaseExtension;
import dev.waybill.spi.LeaseKey;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The port does not validate, but unknown jobs and cursors must be reported.
abstract class BadInputGroup extends JobStoreGroup {

  private LeaseKey unknown() {
    return new LeaseKey(new JobKey(tenant, Drafts.nextId()), 1);
  }

  @Test
  @Promise("X1")
  void a_step_of_an_unknown_job_is_answered_with_missing() {
    assertThat(apply(Transitions.completed(unknown(), Payload.empty())))
        .isEqualTo(new Applied.Missing());
  }

  @Test
  @Promise("X1")
  void an_unknown_job_is_not_found_and_has_no_attempts() {
    JobKey key = unknown().job();
    assertThat(store().find(key)).isEmpty();
    assertThat(store().attempts(key)).isEmpty();
  }

  @Test
  @Promise("X1")
  void the_lease_of_an_unknown_job_is_lost() {
    assertThat(store().extend(List.of(unknown()), LONG)).containsExactly(new LeaseExtension.Lost());
    assertThat(store().publish(unknown(), List.of(NewEvent.of(1, "x", ""))))
        .isEqualTo(new EventsStored.Lost());
  }

  @Test
  @Promise("X1")
  void reading_the_events_of_an_unknown_job_does_not_wait() {
    EventQuery query =
        new EventQuery(unknown().job(), EventCursor.START, 10, Duration.ofMinutes(1));
    assertThat(Background.of(() -> store().read(query).events()).answer()).isEmpty();
  }

  @Test
  @Promise("X1")
  void invalid_items_do_not_affect_valid_ones() {
    submit();
    var leased = lease();
    assertThat(store().extend(List.of(unknown(), leaseOf(leased), unknown()), LONG))
        .hasSize(3)
        .element(1)
        .isInstanceOf(LeaseExtension.Held.class);
    assertThat(
            store()
                .apply(
                    List.of(
                        Transitions.completed(unknown(), Payload.empty()),
                        Transitions.completed(leaseOf(leased), Payload.empty()))))
        .hasSize(2)
        .element(1)
        .isInstanceOf(Applied.Done.class);
  }

  @Test
  @Promise("X1")
  void empty_requests_have_empty_answers() {
    assertThat(store().append(List.of())).isEmpty();
    assertThat(store().apply(List.of())).isEmpty();
    assertThat(store().extend(List.of(), LONG)).isEmpty();
    assertThat(store().browse(new JobQuery(tenant, JobFilter.ALL, 10, null)).items()).isEmpty();
    assertThat(store().stats(tenant)).isEmpty();
    assertNothingToLease();
  }

  @Test
  @Promise("X1")
  void a_cursor_that_the_store_never_returned_is_refused() {
    for (String cursor : List.of("", "nonsense", "-1x", "💥", "'; drop table jobs; --")) {
      WaybillException thrown =
          catchThrowableOfType(
              WaybillException.class,
              () -> store().browse(new JobQuery(tenant, JobFilter.ALL, 10, cursor)));
      assertThat(thrown).as("cursor %s", cursor).isNotNull();
      assertThat(thrown.code()).isEqualTo(Code.INVALID_CURSOR);
    }
  }
}
