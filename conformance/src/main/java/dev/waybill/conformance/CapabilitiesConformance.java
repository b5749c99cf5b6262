package dev.waybill.conformance;

import static dev.waybill.conformance.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.Capabilities;
import dev.waybill.Capabilities.Feature;
import dev.waybill.Code;
import dev.waybill.JobFilter;
import dev.waybill.JobId;
import dev.waybill.LeaseRequest;
import dev.waybill.NewJob;
import dev.waybill.Page;
import dev.waybill.State;
import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import dev.waybill.conformance.job.Drafts;
import dev.waybill.engine.EngineOpener;
import dev.waybill.result.EnqueueResult;
import dev.waybill.result.Enqueued;
import dev.waybill.result.Refused;
import dev.waybill.settings.Settings;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// A store supports the capabilities it declares, and the engine refuses the others clearly.
public abstract class CapabilitiesConformance {

  private static final Page.Request FIRST = Page.Request.first(10);

  private final String tenant = Drafts.freshTenant();
  private BackendFixture fixture;
  private Waybill waybill;

  /// Opens the backend on fresh data, with these settings except for the clock, which is that of
  /// the fixture.
  protected abstract BackendFixture openFixture(Settings settings);

  @BeforeEach
  void openFresh() {
    Settings settings = Settings.DEFAULT.withMaintenanceEvery(null);
    fixture = openFixture(settings);
    waybill =
        EngineOpener.over(fixture.backend(), settings.withClock(fixture.clock())).tenant(tenant);
  }

  @AfterEach
  void closeFixture() {
    fixture.close();
  }

  @Test
  void the_engine_reports_the_capabilities_of_the_store() {
    assertThat(waybill.info().capabilities()).isEqualTo(capabilities());
  }

  @Test
  void a_queue_can_be_listed_by_state_on_every_store() {
    JobId id = enqueue();
    JobFilter waiting = JobFilter.ALL.withQueue("q").withStates(State.QUEUED);

    assertThat(waybill.list(waiting, FIRST).items()).extracting("id").containsExactly(id);
    assertThat(waybill.list(waiting.withStates(State.DEAD), FIRST).items()).isEmpty();
  }

  @Test
  void other_filters_are_supported_or_refused_as_declared() {
    JobId id = enqueue();
    for (JobFilter filter : otherFilters()) {
      switch (capabilities().listing()) {
        case ANY_FILTER ->
            assertThat(waybill.list(filter, FIRST).items())
                .as("%s", filter)
                .extracting("id")
                .containsExactly(id);
        case BY_QUEUE -> assertDeclined(filter);
      }
    }
  }

  @Test
  void searches_are_supported_or_refused_as_declared() {
    JobFilter words = JobFilter.ALL.withQueue("q").withWords("red");
    if (capabilities().has(Feature.SEARCH)) {
      JobId id = enqueue();
      eventually(
          () ->
              assertThat(waybill.list(words, FIRST).items()).extracting("id").containsExactly(id));
    } else {
      assertThatThrownBy(() -> waybill.list(words, FIRST))
          .isInstanceOfSatisfying(
              WaybillException.class, CapabilitiesConformance::assertUnsupported);
    }
  }

  @Test
  void durability_is_given_or_refused_as_declared() {
    for (Capabilities.Durability least : Capabilities.Durability.values()) {
      Settings settings =
          Settings.DEFAULT
              .withMaintenanceEvery(null)
              .withClock(fixture.clock())
              .withLeastDurability(least);
      ThrowingCallable opening = () -> EngineOpener.over(fixture.backend(), settings);
      if (capabilities().durability().compareTo(least) >= 0) {
        assertThatCode(opening).as("%s", least).doesNotThrowAnyException();
      } else {
        assertThatThrownBy(opening)
            .as("%s", least)
            .isInstanceOfSatisfying(
                WaybillException.class, CapabilitiesConformance::assertUnsupported);
      }
    }
  }

  /// Nobody can require a strict order: a store with best effort leases every job as well.
  @Test
  void one_server_leases_in_order_whatever_is_declared() {
    List<JobId> ids = List.of(enqueue(), enqueue(), enqueue());
    LeaseRequest next = LeaseRequest.of("q", "w").withPatience(Duration.ofSeconds(20));
    for (JobId id : ids) {
      assertThat(waybill.lease(next)).extracting(lease -> lease.job().id()).containsExactly(id);
    }
  }

  /// Nobody can require an atomic fan-out: each job has an answer of its own on every store.
  @Test
  void jobs_enqueued_together_are_answered_one_by_one() {
    List<EnqueueResult> answers =
        waybill.enqueueAll(List.of(NewJob.of("t", "a"), NewJob.of("", "b"), NewJob.of("t", "c")));
    assertThat(answers.get(0)).isInstanceOf(Enqueued.class);
    assertThat(answers.get(1)).isInstanceOf(Refused.class);
    assertThat(answers.get(2)).isInstanceOf(Enqueued.class);
  }

  private void assertDeclined(JobFilter filter) {
    assertThatThrownBy(() -> waybill.list(filter, FIRST))
        .as("%s", filter)
        .isInstanceOfSatisfying(WaybillException.class, CapabilitiesConformance::assertUnsupported);
    assertThatThrownBy(() -> waybill.cancelAll(filter))
        .as("cancel %s", filter)
        .isInstanceOfSatisfying(WaybillException.class, CapabilitiesConformance::assertUnsupported);
  }

  private static void assertUnsupported(WaybillException refused) {
    assertThat(refused.code()).isEqualTo(Code.UNSUPPORTED);
  }

  private static List<JobFilter> otherFilters() {
    return List.of(
        JobFilter.ALL,
        JobFilter.ALL.withType("t"),
        JobFilter.ALL.withQueue("q").withType("t"),
        JobFilter.ALL.withQueue("q").withTag("red"),
        JobFilter.ALL.withQueue("q").withCorrelationId("c"),
        JobFilter.ALL.withQueue("q").withCreated(Instant.EPOCH, null));
  }

  private JobId enqueue() {
    return waybill
        .enqueue(NewJob.builder("t").queue("q").tags("red").correlationId("c").build())
        .id();
  }

  private Capabilities capabilities() {
    return fixture.backend().capabilities();
  }
}
