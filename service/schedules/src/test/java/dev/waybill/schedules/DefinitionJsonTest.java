package dev.waybill.schedules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.JobId;
import dev.waybill.NewJob;
import dev.waybill.Payload;
import dev.waybill.Priority;
import dev.waybill.RetryPolicy;
import dev.waybill.schedule.Action;
import dev.waybill.schedule.CatchUp;
import dev.waybill.schedule.Overlap;
import dev.waybill.schedule.Schedule;
import dev.waybill.schedule.Skipped;
import dev.waybill.schedule.Timing;
import dev.waybill.topic.Attribute;
import dev.waybill.wire.json.Document;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class DefinitionJsonTest {

  private static final Instant NOW = Instant.parse("2030-01-01T00:00:00.123Z");
  private static final ZoneId LISBON = ZoneId.of("Europe/Lisbon");

  static List<Schedule> schedules() {
    NewJob job =
        NewJob.builder("report")
            .queue("q")
            .payload(Payload.of(new byte[] {0, 1, -1}))
            .priority(Priority.LOW)
            .correlationId("c")
            .tags("a", "b")
            .timeout(Duration.ofMinutes(3))
            .retry(RetryPolicy.never().withJitter(0.25))
            .build();
    Action event =
        new Action.PublishEvent(
            "t",
            "hello",
            Payload.of("{\"a\":\"ä\"}"),
            Map.of(
                "stage",
                Attribute.of("dev"),
                "size",
                new Attribute.Numeric(new BigDecimal("12345678901234567890.10")),
                "countries",
                Attribute.Many.of(List.of("es", "pt"))));
    return List.of(
        Schedule.builder("s", Timing.cron("0 9 * * MON", LISBON), new Action.StartJob(job))
            .description("every \"Monday\"")
            .jitter(Duration.ofSeconds(30))
            .overlap(Overlap.QUEUE_ONE)
            .catchUp(CatchUp.all(7, Duration.ofDays(1)))
            .startAt(NOW)
            .endAt(NOW.plusSeconds(1))
            .paused(true)
            .build(),
        Schedule.builder("s", Timing.every(Duration.ofSeconds(90)), event).build(),
        Schedule.builder(
                "s",
                new Timing.Once(LocalDateTime.parse("2030-01-01T09:00:00.5"), LISBON),
                new Action.StartJob(NewJob.of("t", "")))
            .build());
  }

  @ParameterizedTest
  @MethodSource("schedules")
  void a_definition_is_read_as_it_was_written(Schedule schedule) {
    Definition definition =
        Definition.first(schedule, NOW)
            .changedTo(schedule.toBuilder().description("x").build(), NOW.plusSeconds(5));
    assertThat(again(DefinitionJson.DOCUMENT, definition)).isEqualTo(definition);
  }

  private static <T> T again(Document<T> document, T value) {
    return document.readAnswer(document.bytes(value));
  }

  @Test
  void a_state_is_read_as_it_was_written() {
    Skipped skipped = new Skipped(NOW, NOW, 1, Skipped.Reason.OVERLAP, "why", NOW);
    RunState state =
        RunState.NEW
            .fired(NOW, List.of(new JobId(1, 2)))
            .skipped(skipped)
            .queued(NOW.plusSeconds(1));
    assertThat(again(RunStateJson.DOCUMENT, state)).isEqualTo(state);
    assertThat(again(RunStateJson.DOCUMENT, RunState.NEW)).isEqualTo(RunState.NEW);
  }
}
