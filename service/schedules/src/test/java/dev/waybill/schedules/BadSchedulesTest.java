package dev.waybill.schedules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.waybill.Code;
import dev.waybill.NewJob;
import dev.waybill.Payload;
import dev.waybill.WaybillException;
import dev.waybill.conformance.ManualClock;
import dev.waybill.schedule.Action;
import dev.waybill.schedule.CatchUp;
import dev.waybill.schedule.Schedule;
import dev.waybill.schedule.Timing;
import dev.waybill.topic.Attribute;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

final class BadSchedulesTest extends ScheduleTest {

  private static final Duration DAY = Duration.ofDays(1);
  private static final Instant START = ManualClock.START;

  @ParameterizedTest
  @MethodSource("names")
  void an_invalid_schedule_name_is_refused(String name) {
    assertRefused(() -> everyMinute(name), Code.INVALID_NAME, "is not a name");
  }

  static Stream<String> names() {
    return Stream.of("", " ", "a/b", "-a", "ä", "x".repeat(101));
  }

  @ParameterizedTest
  @MethodSource("schedules")
  void an_invalid_schedule_is_refused_with_a_reason(
      Supplier<Schedule.Builder> bad, Code code, String why) {
    assertRefused(bad, code, why);
    assertThat(schedules.find("m")).isEmpty();
  }

  static Stream<Arguments> schedules() {
    return Stream.of(
        bad(() -> schedule("m", cron("61 * * * *")), Code.INVALID_ARGUMENT, "cron: minute"),
        bad(() -> schedule("m", cron("0 0 30 2 *")), Code.INVALID_ARGUMENT, "no existing day"),
        bad(
            () -> schedule("m", Timing.every(Duration.ofMillis(999))),
            Code.INVALID_ARGUMENT,
            "an interval must be 1s"),
        bad(
            () -> schedule("m", new Timing.Every(DAY, Instant.MIN)),
            Code.INVALID_ARGUMENT,
            "the anchor must be between"),
        bad(
            () -> everyMinute("m").jitter(DAY.plusMillis(1)),
            Code.INVALID_ARGUMENT,
            "jitter must be"),
        bad(
            () -> everyMinute("m").jitter(Duration.ofNanos(1)),
            Code.INVALID_ARGUMENT,
            "jitter must be"),
        bad(
            () -> everyMinute("m").startAt(START).endAt(START),
            Code.INVALID_ARGUMENT,
            "never fires between its start"),
        bad(
            () -> schedule("m", Timing.at(START)).endAt(START),
            Code.INVALID_ARGUMENT,
            "never fires between its start"),
        bad(
            () -> schedule("m", new Timing.Once(java.time.LocalDateTime.MAX, ZoneOffset.UTC)),
            Code.INVALID_ARGUMENT,
            "never fires between its start"),
        bad(() -> schedule("m", Timing.at(START)), Code.INVALID_ARGUMENT, "never fires"),
        bad(
            () -> schedule("m", Timing.at(START.minusSeconds(1))).paused(true),
            Code.INVALID_ARGUMENT,
            "never fires"),
        bad(() -> everyMinute("m").endAt(START.minus(DAY)), Code.INVALID_ARGUMENT, "never fires"),
        bad(
            () -> schedule("m", Timing.cron("@daily", java.time.ZoneId.of("GMT+2"))),
            Code.INVALID_ARGUMENT,
            "zone"),
        bad(() -> everyMinute("m").endAt(Instant.MAX), Code.INVALID_ARGUMENT, "the end must be"),
        bad(
            () -> everyMinute("m").description("x".repeat(1_001)),
            Code.INVALID_ARGUMENT,
            "description must have at most 1000 characters"),
        bad(
            () -> everyMinute("m").catchUp(CatchUp.all(1_001, DAY)),
            Code.INVALID_ARGUMENT,
            "catch-up: max must be 0 to 1000"),
        bad(
            () -> everyMinute("m").catchUp(CatchUp.last(Duration.ofDays(8))),
            Code.INVALID_ARGUMENT,
            "catch-up: window must be"));
  }

  @ParameterizedTest
  @MethodSource("actions")
  void an_invalid_action_is_refused_with_a_reason(Action bad, Code code, String why) {
    assertRefused(() -> everyMinute("m").action(bad), code, why);
  }

  static Stream<Arguments> actions() {
    NewJob.Builder job = NewJob.builder("report");
    Set<String> tags = new TreeSet<>();
    for (int i = 0; i < 29; i++) {
      tags.add("t" + i);
    }
    return Stream.of(
        arguments(start(NewJob.builder("no name")), Code.INVALID_NAME, "type \"no name\""),
        arguments(start(NewJob.builder("t").queue("")), Code.INVALID_NAME, "queue \"\""),
        arguments(
            start(NewJob.builder("t").payload("x".repeat(32_769))),
            Code.PAYLOAD_TOO_LARGE,
            "at most 32768 bytes"),
        arguments(
            start(NewJob.builder("t").requestId("r")),
            Code.INVALID_ARGUMENT,
            "must not have a request ID"),
        arguments(start(NewJob.builder("t").delay(DAY)), Code.INVALID_DELAY, "determines when"),
        arguments(start(NewJob.builder("t").runAt(START)), Code.INVALID_DELAY, "determines when"),
        arguments(
            start(NewJob.builder("t").deadline(START)), Code.INVALID_DELAY, "determines when"),
        arguments(
            start(NewJob.builder("t").timeout(Duration.ZERO)), Code.INVALID_ARGUMENT, "timeout"),
        arguments(start(job.tags(tags)), Code.TOO_MANY_ITEMS, "at most 28 tags"),
        arguments(event("no topic", "{}", Map.of()), Code.INVALID_NAME, "topic \"no topic\""),
        arguments(event("t", "[]", Map.of()), Code.INVALID_ARGUMENT, "must be a JSON object"),
        arguments(event("t", "{", Map.of()), Code.INVALID_ARGUMENT, "must be a JSON object"),
        arguments(event("t", "{} {}", Map.of()), Code.INVALID_ARGUMENT, "must be a JSON object"),
        arguments(
            event("t", "{}", Map.of("a b", Attribute.of(""))),
            Code.INVALID_NAME,
            "attribute \"a b\""),
        arguments(
            event("t", "{}", Map.of("a", new Attribute.Numeric(new BigDecimal("1e1001")))),
            Code.INVALID_ARGUMENT,
            "attribute a"),
        arguments(
            event("t", "{}", Map.of("a", Attribute.Many.of(Collections.nCopies(101, "x")))),
            Code.TOO_MANY_ITEMS,
            "attribute a"),
        arguments(
            event("t", "{}", Map.of("a", Attribute.Many.of(List.of("\0")))),
            Code.INVALID_ARGUMENT,
            "attribute a"),
        arguments(message("{\"stage\":\"dev\"}", Map.of()), Code.INVALID_ARGUMENT, "/message_type"),
        arguments(
            message("{\"message_type\":\"m\",\"stage\":7}", Map.of()),
            Code.INVALID_ARGUMENT,
            "/stage"),
        arguments(
            message(
                "{\"message_type\":\"m\",\"stage\":\"dev\"}",
                Map.of("stage", Attribute.of("prod"))),
            Code.INVALID_ARGUMENT,
            "a scheduled message must not have attributes"));
  }

  @Test
  void a_past_time_may_be_put_again_unchanged() {
    Schedule.Builder once = schedule("m", Timing.at(START.plus(MINUTE)));
    put(once);
    advance(MINUTE);
    assertThat(put(once).definition().version()).isEqualTo(1);
    assertThat(put(once.description("done")).definition().version()).isEqualTo(2);
    assertThat(slots("m")).isEqualTo(minutes(1, 1));
    assertRefused(
        () -> schedule("m", Timing.at(START.plusSeconds(1))), Code.INVALID_ARGUMENT, "never fires");
  }

  @Test
  void an_event_for_a_missing_topic_is_stored_with_a_warning() {
    Schedule.Builder tick = everyMinute("m").action(event("t", "{}", Map.of()));
    assertThat(put(tick).warnings()).isEmpty();
    topics.missing = true;
    assertThat(put(tick).warnings()).singleElement().asString().contains("topic \"t\"");
    assertThat(status("m").warnings()).hasSize(1);
  }

  @Test
  void an_invalid_key_of_a_run_is_refused() {
    put(everyMinute("m"));
    for (String key : new String[] {" ", "x".repeat(101)}) {
      WaybillException thrown =
          catchThrowableOfType(WaybillException.class, () -> schedules.runNow("m", key));
      assertThat(thrown.code()).isEqualTo(Code.INVALID_ARGUMENT);
    }
  }

  @Test
  void the_internal_tenant_name_is_refused() {
    WaybillException thrown =
        catchThrowableOfType(WaybillException.class, () -> service.schedules("waybill"));
    assertThat(thrown.code()).isEqualTo(Code.INVALID_NAME);
  }

  private void assertRefused(Supplier<Schedule.Builder> bad, Code code, String why) {
    WaybillException thrown = catchThrowableOfType(WaybillException.class, () -> put(bad.get()));
    assertThat(thrown).isNotNull().hasMessageContaining(why);
    assertThat(thrown.code()).isEqualTo(code);
  }

  private static Arguments bad(Supplier<Schedule.Builder> schedule, Code code, String why) {
    return arguments(schedule, code, why);
  }

  private static Timing cron(String text) {
    return Timing.cron(text, ZoneOffset.UTC);
  }

  private static Action start(NewJob.Builder job) {
    return new Action.StartJob(job.build());
  }

  private static Action message(String body, Map<String, Attribute> attributes) {
    return new Action.PublishEvent("t", "message_created", Payload.of(body), attributes);
  }

  private static Action event(String topic, String body, Map<String, Attribute> attributes) {
    return new Action.PublishEvent(topic, "hello", Payload.of(body), attributes);
  }
}
