package dev.waybill.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.waybill.Code;
import dev.waybill.NewJob;
import dev.waybill.Page;
import dev.waybill.Payload;
import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import dev.waybill.schedule.Action;
import dev.waybill.schedule.CatchUp;
import dev.waybill.schedule.Firing;
import dev.waybill.schedule.Overlap;
import dev.waybill.schedule.Schedule;
import dev.waybill.schedule.ScheduleStatus;
import dev.waybill.schedule.Schedules;
import dev.waybill.schedule.Timing;
import dev.waybill.topic.Attribute;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Schedules of a server behave as those in process.
@Timeout(180)
final class RemoteSchedulesTest {

  private static final Action BYTES =
      new Action.StartJob(NewJob.of("report", Payload.of(new byte[] {0, -1})));
  private static final Schedule YEARLY =
      Schedule.builder("yearly", Timing.cron("@yearly", ZoneId.of("Europe/Lisbon")), BYTES)
          .description("for the taxes")
          .jitter(Duration.ofHours(3))
          .overlap(Overlap.CANCEL_PREVIOUS)
          .catchUp(CatchUp.all(3, Duration.ofDays(1)))
          .build();

  private @TempDir Path folder;
  private Served served;
  private Waybill remote;
  private Schedules far;
  private Schedules near;

  @BeforeEach
  void connect() {
    served = Served.in(folder);
    remote = served.connect();
    far = remote.schedules();
    near = served.store().schedules();
  }

  @AfterEach
  void close() {
    remote.close();
    served.close();
  }

  @Test
  void a_stored_schedule_equals_the_definition() {
    Schedule event =
        Schedule.builder(
                "once",
                Timing.at(Instant.parse("2099-01-01T00:00:00Z")),
                new Action.PublishEvent(
                    "news",
                    "tick",
                    Payload.of("{ }"),
                    Map.of("a", Attribute.of("b"), "n", Attribute.of(7))))
            .paused(true)
            .build();
    for (Schedule schedule : List.of(YEARLY, event)) {
      ScheduleStatus put = far.put(schedule);
      assertThat(put.definition().schedule()).isEqualTo(schedule);
      assertThat(put).isEqualTo(near.find(schedule.name()).orElseThrow());
      assertThat(far.find(schedule.name())).contains(put);
    }
    assertThat(far.preview(YEARLY)).isEqualTo(near.preview(YEARLY)).hasSize(10);
    Instant from = Instant.parse("2035-05-05T05:05:05Z");
    assertThat(far.preview(YEARLY, from, 30)).isEqualTo(near.preview(YEARLY, from, 30)).hasSize(30);
    Page<?> first = far.list(Page.Request.first(1));
    assertThat(first).isEqualTo(near.list(Page.Request.first(1)));
    Page.Request rest = new Page.Request(1, first.nextCursor());
    assertThat(far.list(rest)).isEqualTo(near.list(rest));
  }

  @Test
  void a_schedule_is_paused_resumed_run_and_deleted() {
    far.put(YEARLY);
    assertThat(far.pause("yearly").upcoming()).isEmpty();
    assertThat(near.find("yearly").orElseThrow().definition().schedule().paused()).isTrue();
    assertThat(far.resume("yearly").upcoming()).hasSize(10);
    Firing run = far.runNow("yearly", " a \"key\" ");
    assertThat(near.runNow("yearly", " a \"key\" ")).isEqualTo(run);
    Firing another = far.runNow("yearly", null);
    assertThat(another.jobs()).isNotEqualTo(run.jobs());
    assertThat(far.history("yearly", Page.Request.FIRST))
        .isEqualTo(near.history("yearly", Page.Request.FIRST));
    assertThat(far.history("yearly", Page.Request.first(1)).nextCursor()).isNotNull();
    assertThat(far.delete("yearly")).isTrue();
    assertThat(far.delete("yearly")).isFalse();
    assertThat(far.find("yearly")).isEmpty();
  }

  @Test
  void refusals_are_the_same_as_in_process() {
    assertSameRefusal(all -> all.pause("none"));
    assertSameRefusal(all -> all.runNow("none", null));
    assertSameRefusal(all -> all.history("none", Page.Request.FIRST));
    assertSameRefusal(all -> all.list(Page.Request.first(0)));
    assertSameRefusal(
        all -> all.put(YEARLY.toBuilder().timing(Timing.every(Duration.ZERO)).build()));
    assertSameRefusal(all -> all.preview(YEARLY.toBuilder().jitter(Duration.ofDays(9)).build()));
  }

  @Test
  void a_key_that_is_not_printable_ascii_is_refused() {
    far.put(YEARLY);
    WaybillException refused =
        catchThrowableOfType(WaybillException.class, () -> far.runNow("yearly", "ü"));
    assertThat(refused.code()).isEqualTo(Code.INVALID_ARGUMENT);
  }

  private void assertSameRefusal(Consumer<Schedules> call) {
    WaybillException there = catchThrowableOfType(WaybillException.class, () -> call.accept(far));
    WaybillException here = catchThrowableOfType(WaybillException.class, () -> call.accept(near));
    assertThat(there).hasMessage(here.getMessage());
    assertThat(there.code()).isEqualTo(here.code());
  }
}
