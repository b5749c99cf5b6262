package dev.waybill.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.waybill.Capabilities;
import dev.waybill.Code;
import dev.waybill.EventCursor;
import dev.waybill.Failure;
import dev.waybill.JobFilter;
import dev.waybill.LeaseRequest;
import dev.waybill.NewEvent;
import dev.waybill.NewJob;
import dev.waybill.Outcome;
import dev.waybill.Page;
import dev.waybill.Payload;
import dev.waybill.WaybillException;
import dev.waybill.settings.Limits;
import dev.waybill.settings.Settings;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class AdmissionTest {

  private static final Instant NOW = Jobs.NOW;
  private static final Settings SETTINGS =
      Settings.DEFAULT.withClock(InstantSource.fixed(NOW)).withMaxPayloadBytes(1_000);
  private static final Duration NANO = Duration.ofNanos(1);

  private static final Capabilities ANY =
      new Capabilities(
          "any",
          Capabilities.Durability.MEMORY,
          Capabilities.Ordering.STRICT,
          Capabilities.Listing.ANY_FILTER,
          Set.of(Capabilities.Feature.ATOMIC_FAN_OUT));

  private final Admission admission = new Admission(SETTINGS, ANY);

  @ParameterizedTest
  @ValueSource(strings = {"a", "A.b_c:d-e", "0", "mail"})
  void a_valid_name_is_accepted(String name) {
    assertThatCode(() -> admission.tenant(name)).doesNotThrowAnyException();
    assertThatCode(() -> admission.queue("q".repeat(128))).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", " ", ".a", "-a", "a b", "a/b", "ä", "a\n", "a\u0000", "\ud800", "a*", "../x"})
  void an_invalid_name_is_refused(String name) {
    assertRefused(Code.INVALID_NAME, () -> admission.tenant(name));
    assertRefused(Code.INVALID_NAME, () -> admission.queue(name));
    assertRefused(Code.INVALID_NAME, () -> admission.job(NewJob.of(name, "")));
    assertRefused(Code.INVALID_NAME, () -> admission.lease(LeaseRequest.of("q", name)));
    assertRefused(Code.INVALID_NAME, () -> admission.events(List.of(NewEvent.of(0, name, ""))));
    assertRefused(Code.INVALID_NAME, () -> admission.filter(JobFilter.ALL.withQueue(name)));
    assertRefused(Code.INVALID_NAME, () -> admission.filter(JobFilter.ALL.withType(name)));
  }

  @Test
  void a_name_that_is_too_long_is_refused() {
    assertRefused(Code.INVALID_NAME, () -> admission.queue("q".repeat(129)));
  }

  @Test
  void the_name_of_the_service_itself_is_not_a_valid_tenant() {
    assertRefused(Code.INVALID_NAME, () -> admission.tenant("waybill"));
  }

  @Test
  void values_at_their_limits_are_accepted() {
    NewJob job =
        job()
            .payload(Payload.wrap(new byte[1_000]))
            .requestId("r".repeat(256))
            .correlationId("ü".repeat(256))
            .tags(new TreeSet<>(IntStream.range(0, 32).mapToObj(i -> "t" + i).toList()))
            .delay(Limits.MAX_DELAY)
            .deadline(NOW.plus(Limits.MAX_DELAY))
            .timeout(Duration.ofDays(30))
            .build();
    assertThatCode(() -> admission.job(job)).doesNotThrowAnyException();
  }

  static Stream<Arguments> badJobs() {
    return Stream.of(
        Arguments.of(Code.PAYLOAD_TOO_LARGE, job().payload(Payload.wrap(new byte[1_001]))),
        Arguments.of(Code.PAYLOAD_TOO_LARGE, job().payload(Payload.claim("x", Long.MAX_VALUE))),
        Arguments.of(Code.INVALID_ARGUMENT, job().requestId("")),
        Arguments.of(Code.INVALID_ARGUMENT, job().requestId(" \t")),
        Arguments.of(Code.INVALID_ARGUMENT, job().requestId("a\u0000b")),
        Arguments.of(Code.INVALID_ARGUMENT, job().requestId("a\ud83d")),
        Arguments.of(Code.INVALID_ARGUMENT, job().requestId("r".repeat(257))),
        Arguments.of(Code.INVALID_ARGUMENT, job().correlationId("")),
        Arguments.of(Code.INVALID_ARGUMENT, job().correlationId("c".repeat(257))),
        Arguments.of(Code.INVALID_ARGUMENT, job().traceContext("\u0000")),
        Arguments.of(Code.INVALID_ARGUMENT, job().key("k".repeat(129))),
        Arguments.of(Code.INVALID_ARGUMENT, job().tags("")),
        Arguments.of(Code.INVALID_ARGUMENT, job().tags("t".repeat(129))),
        Arguments.of(Code.INVALID_ARGUMENT, job().tags("ok", "\udfff")),
        Arguments.of(
            Code.TOO_MANY_ITEMS,
            job().tags(new TreeSet<>(IntStream.range(0, 33).mapToObj(i -> "t" + i).toList()))),
        Arguments.of(Code.INVALID_DELAY, job().delay(NANO.negated())),
        Arguments.of(Code.INVALID_DELAY, job().delay(Limits.MAX_DELAY.plus(NANO))),
        Arguments.of(Code.INVALID_DELAY, job().delay(Duration.ofSeconds(Long.MAX_VALUE))),
        Arguments.of(Code.INVALID_DELAY, job().delay(NANO).runAt(NOW)),
        Arguments.of(Code.INVALID_DELAY, job().runAt(Instant.EPOCH.minusNanos(1))),
        Arguments.of(Code.INVALID_DELAY, job().runAt(Instant.MAX)),
        Arguments.of(Code.INVALID_ARGUMENT, job().deadline(Instant.MIN)),
        Arguments.of(Code.INVALID_ARGUMENT, job().deadline(Instant.MAX)),
        Arguments.of(Code.INVALID_ARGUMENT, job().timeout(Duration.ZERO)),
        Arguments.of(Code.INVALID_ARGUMENT, job().timeout(Duration.ofSeconds(-1))),
        Arguments.of(Code.INVALID_ARGUMENT, job().timeout(Duration.ofDays(30).plus(NANO))),
        Arguments.of(Code.INVALID_NAME, job().queue("no good")));
  }

  @ParameterizedTest
  @MethodSource("badJobs")
  void a_job_beyond_a_limit_is_refused(Code code, NewJob.Builder job) {
    assertRefused(code, () -> admission.job(job.build()));
  }

  @Test
  void the_error_for_a_payload_that_is_too_large_states_its_size_and_the_limit() {
    WaybillException refused =
        assertRefused(
            Code.PAYLOAD_TOO_LARGE,
            () -> admission.job(job().payload(Payload.wrap(new byte[1_234])).build()));
    assertThat(refused).hasMessageContaining("1234").hasMessageContaining("1000");
  }

  @Test
  void the_error_for_an_unknown_type_lists_the_known_types() {
    Admission strict =
        new Admission(
            SETTINGS
                .withType("resize", Settings.TypeSettings.DEFAULT)
                .withType("mail", Settings.TypeSettings.DEFAULT)
                .withOnlyKnownTypes(),
            ANY);
    assertThatCode(() -> strict.job(NewJob.of("mail", ""))).doesNotThrowAnyException();
    assertThat(assertRefused(Code.UNKNOWN_TYPE, () -> strict.job(NewJob.of("male", ""))))
        .hasMessageContaining("[mail, resize]");
  }

  static Stream<Arguments> badLeases() {
    LeaseRequest good = LeaseRequest.of("q", "w");
    return Stream.of(
        Arguments.of(good.withMax(0)),
        Arguments.of(good.withMax(-1)),
        Arguments.of(good.withMax(1_001)),
        Arguments.of(good.withLeaseDuration(Limits.MIN_LEASE_DURATION.minus(NANO))),
        Arguments.of(good.withLeaseDuration(Limits.MAX_LEASE_DURATION.plus(NANO))),
        Arguments.of(good.withPatience(NANO.negated())),
        Arguments.of(good.withPatience(Limits.MAX_WAIT.plus(NANO))));
  }

  @ParameterizedTest
  @MethodSource("badLeases")
  void a_lease_request_beyond_a_limit_is_refused(LeaseRequest request) {
    assertRefused(Code.INVALID_ARGUMENT, () -> admission.lease(request));
  }

  static Stream<Arguments> badCalls() {
    NewEvent event = NewEvent.of(0, "step", "");
    return Stream.of(
        call(Code.TOO_MANY_ITEMS, a -> a.jobs(10_001)),
        call(Code.TOO_MANY_ITEMS, a -> a.leases(1_001)),
        call(Code.TOO_MANY_ITEMS, a -> a.events(Collections.nCopies(1_001, event))),
        call(Code.INVALID_ARGUMENT, a -> a.events(List.of(NewEvent.of(-1, "step", "")))),
        call(
            Code.PAYLOAD_TOO_LARGE,
            a -> a.events(List.of(NewEvent.of(0, "step", "x".repeat(65_537))))),
        call(
            Code.INVALID_ARGUMENT,
            a -> a.events(List.of(new NewEvent(0, "step", Instant.MAX, Payload.empty())))),
        call(Code.INVALID_ARGUMENT, a -> a.events(EventCursor.START, 0)),
        call(Code.INVALID_ARGUMENT, a -> a.events(EventCursor.START, 1_001)),
        call(Code.INVALID_CURSOR, a -> a.events(new EventCursor(-1, 0), 1)),
        call(Code.INVALID_CURSOR, a -> a.events(new EventCursor(0, -2), 1)),
        call(Code.INVALID_ARGUMENT, a -> a.page(Page.Request.first(0))),
        call(Code.INVALID_ARGUMENT, a -> a.page(Page.Request.first(1_001))),
        call(Code.INVALID_ARGUMENT, a -> a.filter(JobFilter.ALL.withTag(""))),
        call(Code.INVALID_ARGUMENT, a -> a.filter(JobFilter.ALL.withCorrelationId("\u0000"))),
        call(Code.INVALID_ARGUMENT, a -> a.filter(JobFilter.ALL.withCreated(Instant.MIN, null))),
        call(Code.INVALID_ARGUMENT, a -> a.filter(JobFilter.ALL.withCreated(null, Instant.MAX))),
        call(
            Code.PAYLOAD_TOO_LARGE,
            a -> a.outcome(new Outcome.Done(Payload.wrap(new byte[1_001])))),
        call(Code.INVALID_DELAY, a -> a.outcome(Outcome.retry("why", NANO.negated()))),
        call(Code.INVALID_DELAY, a -> a.outcome(Outcome.snooze(NANO.negated()))),
        call(Code.INVALID_DELAY, a -> a.outcome(Outcome.snooze(Duration.ofDays(40_000)))),
        call(Code.INVALID_ARGUMENT, a -> a.leaseDuration(Duration.ZERO)));
  }

  @ParameterizedTest
  @MethodSource("badCalls")
  void a_call_beyond_a_limit_is_refused(Code code, Consumer<Admission> call) {
    assertRefused(code, () -> call.accept(admission));
  }

  @Test
  void outcomes_within_limits_are_accepted() {
    for (Outcome outcome :
        List.of(
            Outcome.done("x"),
            Outcome.retry("x"),
            Outcome.retry("x", Duration.ZERO),
            Outcome.snooze(Limits.MAX_DELAY),
            new Outcome.Fail(Failure.of("x", "y")),
            new Outcome.Release())) {
      assertThatCode(() -> admission.outcome(outcome)).doesNotThrowAnyException();
    }
  }

  private static Arguments call(Code code, Consumer<Admission> call) {
    return Arguments.of(code, call);
  }

  private static NewJob.Builder job() {
    return NewJob.builder("type");
  }

  private static WaybillException assertRefused(Code code, Runnable call) {
    WaybillException refused = catchThrowableOfType(WaybillException.class, call::run);
    assertThat(refused).as("nothing was refused").isNotNull();
    assertThat(refused.code()).isEqualTo(code);
    assertThat(refused.getMessage()).isNotBlank();
    return refused;
  }
}
