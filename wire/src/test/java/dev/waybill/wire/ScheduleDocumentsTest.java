package dev.waybill.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.waybill.JobId;
import dev.waybill.NewJob;
import dev.waybill.Payload;
import dev.waybill.Priority;
import dev.waybill.State;
import dev.waybill.result.FieldError;
import dev.waybill.schedule.Action;
import dev.waybill.schedule.CatchUp;
import dev.waybill.schedule.DefinedSchedule;
import dev.waybill.schedule.Firing;
import dev.waybill.schedule.Overlap;
import dev.waybill.schedule.Schedule;
import dev.waybill.schedule.ScheduleStatus;
import dev.waybill.schedule.Skipped;
import dev.waybill.schedule.Timing;
import dev.waybill.schedule.Upcoming;
import dev.waybill.topic.Attribute;
import dev.waybill.wire.json.Encoding;
import dev.waybill.wire.json.InvalidDocument;
import dev.waybill.wire.schedule.ScheduleJson;
import dev.waybill.wire.schedule.ScheduleStatusJson;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/// Schedules are read back as they were written, and errors in them have a pointer.
final class ScheduleDocumentsTest {

  private static final Instant TIME = Instant.parse("2030-01-02T03:04:05.678Z");
  private static final ZoneId LISBON = ZoneId.of("Europe/Lisbon");
  private static final Action JOB =
      new Action.StartJob(
          NewJob.builder("report")
              .queue("reports")
              .payload(Payload.of("{ \"n\" : 1.50 }"))
              .priority(Priority.LOW)
              .build());
  private static final Action EVENT =
      new Action.PublishEvent(
          "news",
          "tick",
          Payload.of("{\"a\":1}"),
          Map.of(
              "stage",
              Attribute.of("dev"),
              "size",
              Attribute.of(5),
              "in",
              Attribute.Many.of(List.of("es", "pt"))));

  static List<Schedule> schedules() {
    return List.of(
        Schedule.builder("a", Timing.cron("0 9 * * *", LISBON), JOB).build(),
        Schedule.builder("b", Timing.every(Duration.ofMinutes(90)), EVENT)
            .description("every now and then")
            .jitter(Duration.ofSeconds(5))
            .overlap(Overlap.QUEUE_ONE)
            .catchUp(CatchUp.all(7, Duration.ofDays(2)))
            .startAt(TIME)
            .endAt(TIME.plusSeconds(9))
            .paused(true)
            .build(),
        Schedule.builder("c", new Timing.Every(Duration.ofHours(6), TIME), JOB)
            .catchUp(CatchUp.none())
            .build(),
        Schedule.builder("d", Timing.at(TIME), JOB)
            .catchUp(new CatchUp(CatchUp.Mode.LAST, 3, Duration.ZERO))
            .build(),
        Schedule.builder("e", new Timing.Once(LocalDateTime.of(2030, 1, 1, 9, 0), LISBON), EVENT)
            .catchUp(new CatchUp(CatchUp.Mode.NONE, 3, Duration.ofHours(1)))
            .build());
  }

  @ParameterizedTest
  @MethodSource("schedules")
  void a_schedule_round_trips(Schedule schedule) {
    for (Encoding encoding : Encoding.values()) {
      byte[] bytes = ScheduleJson.DOCUMENT.bytes(encoding, schedule);
      assertThat(ScheduleJson.DOCUMENT.read(bytes)).isEqualTo(schedule);
    }
  }

  @ParameterizedTest
  @EnumSource(Encoding.class)
  void a_status_round_trips(Encoding encoding) {
    DefinedSchedule defined = new DefinedSchedule(schedules().getFirst(), 3, TIME, TIME, TIME);
    Firing firing =
        new Firing(
            TIME, true, TIME, List.of(new Firing.Started(new JobId(1, 2), "q", State.COMPLETED)));
    ScheduleStatus status =
        new ScheduleStatus(
            defined,
            List.of(new Upcoming(TIME, TIME.plusSeconds(1))),
            List.of(firing),
            new ScheduleStatus.Skips(
                Map.of(Skipped.Reason.OVERLAP, 3L, Skipped.Reason.NOBODY, 1L),
                List.of(new Skipped(TIME, TIME, 1, Skipped.Reason.OVERLAP, "it runs", TIME))),
            TIME,
            List.of("topic \"t\" does not exist"));
    byte[] bytes = ScheduleStatusJson.DOCUMENT.bytes(encoding, status);
    assertThat(ScheduleStatusJson.DOCUMENT.read(bytes)).isEqualTo(status);
  }

  @ParameterizedTest
  @CsvSource({
    "EST,America/Panama",
    "Europe/Lisbon,Europe/Lisbon",
    "UTC,UTC",
    "+02:00,+02:00",
    "Z,Z"
  })
  void zones_are_those_of_the_iana_database_or_a_fixed_offset(String zone, ZoneId expected) {
    Schedule read =
        read(
            "{\"cron\":\"@daily\",\"zone\":\""
                + zone
                + "\",\"action\":{\"job\":{\"type\":\"t\"}}}");
    assertThat(read.timing()).isEqualTo(Timing.cron("@daily", expected));
  }

  @ParameterizedTest
  @CsvSource({
    "europe/berlin,Europe/Berlin",
    "Europe/Berln,Europe/Berlin",
    "GMT+2,+02:00",
    "UTC+1,+01:00",
    "UT-3,-03:00"
  })
  void an_unknown_zone_is_refused_with_a_suggestion(String zone, String meant) {
    FieldError error =
        refused("'cron':'@daily','zone':'" + zone + "','action':{'job':{'type':'t'}}");
    assertThat(error.pointer()).isEqualTo("/zone");
    assertThat(error.message()).contains(meant);
  }

  @ParameterizedTest
  @CsvSource({"1h30m,PT1H30M", "1d12h,PT36H", "2m500ms,PT2M0.5S", "90s,PT90S", "PT2H,PT2H"})
  void an_interval_may_have_several_units(String text, Duration expected) {
    Schedule read = read("{\"every\":\"" + text + "\",\"action\":{\"job\":{\"type\":\"t\"}}}");
    assertThat(read.timing()).isEqualTo(Timing.every(expected));
  }

  @Test
  void omitted_fields_have_their_defaults() {
    Schedule read =
        read("{\"cron\":\"@daily\",\"action\":{\"event\":{\"topic\":\"t\",\"type\":\"e\"}}}");
    assertThat(read)
        .isEqualTo(
            Schedule.builder(
                    "s",
                    Timing.cron("@daily", ZoneId.of("UTC")),
                    new Action.PublishEvent("t", "e", Payload.of("{}"), Map.of()))
                .build());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "                                              | ~~                 | missing_field",
        "'cron':'* * * * *','every':'5m',              | ~~                 | missing_field",
        "'cron':'* * * * *','anchor':'2030-01-01T00:00:00Z', | ~~           | invalid_value",
        "'every':'5m','zone':'UTC',                    | ~~                 | invalid_value",
        "'at':'2030-01-01T09:00Z','zone':'UTC',        | ~~                 | invalid_value",
        "'cron':5,                                     | /cron              | wrong_type",
        "'cron':'* * * * *','zone':'Lisbon',           | /zone              | invalid_value",
        "'every':'often',                              | /every             | invalid_value",
        "'at':'soon',                                  | /at                | invalid_value",
        "'cron':'@daily','overlap':'skpi',             | /overlap           | invalid_value",
        "'cron':'@daily','catch_up':{},                | /catch_up/mode     | missing_field",
        "'cron':'@daily','catch_up':{'mode':'all','max':1001}, | /catch_up/max | invalid_value",
        "'cron':'@daily','catch_up':{'mode':'all','window':'999h'}, | /catch_up | invalid_value",
        "'cron':'@daily','pasued':true,                | /pasued            | unknown_field",
      })
  void errors_have_a_pointer(String fields, String pointer, String code) {
    FieldError error = refused((fields == null ? "" : fields) + "'action':{'job':{'type':'t'}}");
    assertThat(error.pointer()).isEqualTo(pointer);
    assertThat(error.code()).isEqualTo(code);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "'paused':false                                     | /action            | missing_field",
        "'action':{}                                        | /action            | missing_field",
        "'action':{'job':{}}                                | /action/job/type   | missing_field",
        "'action':{'event':{'type':'e'}}                    | /action/event/topic | missing_field",
        "'action':{'job':{'type':'t'},'event':{'topic':'t','type':'e'}} | /action/event |"
            + " duplicate_field",
      })
  void errors_in_an_action_have_a_pointer(String fields, String pointer, String code) {
    FieldError error = refused("'cron':'@daily'," + fields);
    assertThat(error.pointer()).isEqualTo(pointer);
    assertThat(error.code()).isEqualTo(code);
  }

  private static FieldError refused(String fields) {
    String json = "{" + fields.replace('\'', '"') + "}";
    return catchThrowableOfType(InvalidDocument.class, () -> read(json)).errors().getFirst();
  }

  private static Schedule read(String json) {
    return ScheduleJson.DEFINITION.read(json.getBytes(UTF_8)).withName("s");
  }
}
