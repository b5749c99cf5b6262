package dev.waybill.schedules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.waybill.Code;
import dev.waybill.Job;
import dev.waybill.NewJob;
import dev.waybill.Page;
import dev.waybill.Payload;
import dev.waybill.Priority;
import dev.waybill.RetryPolicy;
import dev.waybill.State;
import dev.waybill.WaybillException;
import dev.waybill.conformance.ManualClock;
import dev.waybill.schedule.Action;
import dev.waybill.schedule.DefinedSchedule;
import dev.waybill.schedule.Firing;
import dev.waybill.schedule.Schedule;
import dev.waybill.schedule.ScheduleStatus;
import dev.waybill.schedule.Skipped;
import dev.waybill.schedule.Timing;
import dev.waybill.schedule.Upcoming;
import dev.waybill.topic.Attribute;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class FiringTest extends ScheduleTest {

  @Test
  void every_slot_starts_one_job_regardless_of_the_number_of_ticks() {
    put(everyMinute("m"));
    advance(10, Duration.ofSeconds(30));
    assertThat(slots("m")).isEqualTo(minutes(1, 5));
  }

  @Test
  void the_job_equals_the_template_and_is_tagged_with_its_schedule() {
    NewJob template =
        NewJob.builder("report")
            .queue("reports")
            .payload("{\"kind\":1}")
            .priority(Priority.HIGH)
            .tags("own")
            .timeout(MINUTE)
            .retry(RetryPolicy.never())
            .build();
    Instant born = clock.instant();
    put(Schedule.builder("m", EVERY_MINUTE, new Action.StartJob(template)));
    advance(MINUTE);
    Job job = jobs("m").getFirst();
    String id = "schedule:m:" + born.toEpochMilli() + ":2030-01-01T00:01:00Z";
    assertThat(job.request())
        .isEqualTo(
            template.toBuilder()
                .requestId(id)
                .correlationId(id)
                .tags("own", "schedule:m", "slot:2030-01-01T00:01:00Z")
                .build());
  }

  @Test
  void intervals_and_single_times_fire() {
    put(schedule("i", Timing.every(Duration.ofSeconds(90))));
    put(schedule("o", Timing.at(ManualClock.START.plusSeconds(100))));
    advance(20, Duration.ofSeconds(10));
    assertThat(slots("i")).containsExactly("2030-01-01T00:01:30Z", "2030-01-01T00:03:00Z");
    assertThat(slots("o")).containsExactly("2030-01-01T00:01:40Z");
    assertThat(status("o").upcoming()).isEmpty();
  }

  @Test
  void slots_outside_the_bounds_do_not_fire() {
    Instant start = ManualClock.START;
    put(everyMinute("m").startAt(start.plusSeconds(120)).endAt(start.plusSeconds(240)));
    advance(10, Duration.ofSeconds(30));
    assertThat(slots("m")).isEqualTo(minutes(2, 3));
  }

  @Test
  void a_changed_action_applies_from_the_next_slot_and_no_slot_is_lost() {
    put(everyMinute("m"));
    advance(MINUTE);
    clock.advance(Duration.ofSeconds(70));
    put(everyMinute("m").action(new Action.StartJob(NewJob.of("other", "{}"))));
    advance(Duration.ofSeconds(1));
    advance(MINUTE);
    assertThat(slots("m")).isEqualTo(minutes(1, 3));
    assertThat(jobs("m").stream().map(Job::type)).containsExactly("report", "other", "other");
    assertThat(status("m").definition().version()).isEqualTo(2);
  }

  @Test
  void changed_times_apply_from_the_change_on() {
    put(everyMinute("m"));
    advance(MINUTE);
    put(schedule("m", Timing.cron("*/5 * * * *", java.time.ZoneOffset.UTC)));
    advance(20, Duration.ofSeconds(30));
    assertThat(slots("m"))
        .containsExactly("2030-01-01T00:01:00Z", "2030-01-01T00:05:00Z", "2030-01-01T00:10:00Z");
  }

  @Test
  void a_deleted_schedule_does_not_fire_and_a_new_one_of_the_same_name_is_distinct() {
    put(everyMinute("m"));
    advance(MINUTE);
    assertThat(schedules.delete("m")).isTrue();
    assertThat(schedules.delete("m")).isFalse();
    advance(MINUTE);
    assertThat(schedules.find("m")).isEmpty();
    put(everyMinute("m"));
    advance(MINUTE);
    assertThat(slots("m")).containsExactly("2030-01-01T00:01:00Z", "2030-01-01T00:03:00Z");
  }

  @Test
  void a_paused_schedule_does_not_fire_and_does_not_catch_up() {
    put(everyMinute("m"));
    advance(MINUTE);
    assertThat(schedules.pause("m").upcoming()).isEmpty();
    advance(3, MINUTE);
    assertThat(schedules.resume("m").definition().next()).isEqualTo("2030-01-01T00:05:00Z");
    advance(MINUTE);
    assertThat(slots("m")).containsExactly("2030-01-01T00:01:00Z", "2030-01-01T00:05:00Z");
  }

  @Test
  void run_now_runs_once_per_key() {
    put(everyMinute("m").paused(true));
    Firing first = schedules.runNow("m", null);
    Firing second = schedules.runNow("m", null);
    Firing keyed = schedules.runNow("m", "k");
    clock.advance(Duration.ofSeconds(5));
    Firing repeated = schedules.runNow("m", "k");
    assertThat(first.byHand()).isTrue();
    assertThat(first.jobs()).isNotEqualTo(second.jobs());
    assertThat(repeated).isEqualTo(keyed);
    assertThat(jobs("m")).hasSize(3);
    assertThat(status("m").last()).hasSize(3).allMatch(Firing::byHand);
  }

  @Test
  void run_now_with_the_same_key_publishes_the_same_event() {
    put(everyMinute("e").action(hello()));
    Firing keyed = schedules.runNow("e", "k");
    clock.advance(Duration.ofSeconds(5));
    assertThat(schedules.runNow("e", "k").jobs()).hasSameElementsAs(keyed.jobs());
    assertThat(keyed.jobs().stream().map(Firing.Started::queue)).containsExactly("a", "b");
  }

  @Test
  void a_missing_schedule_is_not_found() {
    for (Runnable call :
        List.<Runnable>of(
            () -> schedules.pause("x"),
            () -> schedules.resume("x"),
            () -> schedules.runNow("x", null),
            () -> schedules.history("x", Page.Request.FIRST))) {
      assertThatThrownBy(call::run)
          .isInstanceOfSatisfying(
              WaybillException.class, e -> assertThat(e.code()).isEqualTo(Code.NOT_FOUND))
          .hasMessage("there is no schedule \"x\"");
    }
  }

  @Test
  void an_event_becomes_one_job_per_subscription() {
    put(everyMinute("e").action(hello()));
    advance(MINUTE);
    assertThat(jobs("e").stream().map(Job::queue)).containsExactlyInAnyOrder("a", "b");
    assertThat(topics.asked.getFirst().slot()).isEqualTo("2030-01-01T00:01:00Z");
    Firing firing = status("e").last().getFirst();
    assertThat(firing.jobs()).hasSize(2);
    assertThat(firing.slot()).isEqualTo("2030-01-01T00:01:00Z");
  }

  @Test
  void an_event_without_subscribers_or_refused_is_recorded() {
    put(everyMinute("e").action(hello()));
    topics.queues = List.of();
    advance(MINUTE);
    topics.refusal = new WaybillException(Code.NOT_FOUND, "there is no topic \"t\"");
    advance(MINUTE);
    topics.refusal = new IllegalStateException("broken");
    advance(MINUTE);
    ScheduleStatus status = status("e");
    assertThat(status.skipped())
        .isEqualTo(Map.of(Skipped.Reason.NOBODY, 1L, Skipped.Reason.REFUSED, 2L));
    assertThat(status.lastSkipped().stream().map(Skipped::detail))
        .containsExactly(
            "cannot publish the event: java.lang.IllegalStateException: broken",
            "there is no topic \"t\"",
            "no subscription matches this event");
  }

  @Test
  void the_next_ten_firings_are_predicted_correctly() {
    Schedule.Builder jittered = everyMinute("m").jitter(Duration.ofSeconds(40));
    List<Upcoming> foretold = put(jittered).upcoming();
    assertThat(foretold).hasSize(10);
    assertThat(foretold.stream().map(next -> next.slot().toString())).isEqualTo(minutes(1, 10));
    for (Upcoming next : foretold) {
      clock.set(next.at().minusMillis(1));
      service.tick();
      int before = jobs("m").size();
      clock.set(next.at());
      service.tick();
      assertThat(jobs("m")).hasSize(before + 1);
    }
  }

  @Test
  void jitter_is_the_same_for_the_same_slot_and_ends_before_the_next_one() {
    Schedule schedule = everyMinute("m").jitter(Duration.ofMinutes(10)).build();
    List<Upcoming> firings = put(schedule.toBuilder()).upcoming();
    assertThat(status("m").upcoming()).isEqualTo(firings);
    assertThat(firings)
        .allMatch(next -> !next.at().isBefore(next.slot()))
        .allMatch(next -> next.at().isBefore(next.slot().plus(MINUTE)));
    assertThat(firings.stream().map(next -> Duration.between(next.slot(), next.at())).distinct())
        .hasSizeGreaterThan(5);
    List<Upcoming> others = put(everyMinute("n").jitter(Duration.ofMinutes(10))).upcoming();
    assertThat(others).isNotEqualTo(firings);
  }

  @Test
  void days_with_clock_changes_fire_once_each() {
    advanceTo("2030-03-30T12:00:00Z");
    put(schedule("d", Timing.cron("30 1 * * *", ZoneId.of("Europe/Lisbon"))));
    advance(160, Duration.ofMinutes(15));
    assertThat(slots("d")).containsExactly("2030-03-31T01:00:00Z", "2030-04-01T00:30:00Z");
    advanceTo("2030-10-26T12:00:00Z");
    advance(160, Duration.ofMinutes(15));
    assertThat(slots("d").subList(2, 4))
        .containsExactly("2030-10-27T00:30:00Z", "2030-10-28T01:30:00Z");
  }

  @Test
  void the_last_firings_show_the_states_of_their_jobs() {
    put(everyMinute("m"));
    advance(MINUTE);
    finishAll();
    advance(MINUTE);
    List<Firing> last = status("m").last();
    assertThat(last.stream().map(firing -> firing.jobs().getFirst().state()))
        .containsExactly(State.QUEUED, State.COMPLETED);
    assertThat(last.getFirst().firedAt()).isEqualTo(clock.instant());
    Page<Firing> first = schedules.history("m", Page.Request.first(1));
    assertThat(first.items()).containsExactly(last.getFirst());
    Page<Firing> second = schedules.history("m", new Page.Request(1, first.nextCursor()));
    assertThat(second.items()).containsExactly(last.getLast());
  }

  @Test
  void schedules_are_listed_by_name_in_pages_per_tenant() {
    for (String name : List.of("c", "a", "b")) {
      put(everyMinute(name));
    }
    service.schedules("other").put(everyMinute("z").build());
    Page<DefinedSchedule> first = schedules.list(Page.Request.first(2));
    Page<DefinedSchedule> second = schedules.list(new Page.Request(2, first.nextCursor()));
    assertThat(first.items().stream().map(one -> one.schedule().name())).containsExactly("a", "b");
    assertThat(second.items().stream().map(one -> one.schedule().name())).containsExactly("c");
    assertThat(second.nextCursor()).isNull();
    advance(MINUTE);
    assertThat(engine.tenant("other").stats("default").waiting()).isEqualTo(1);
  }

  @Test
  void a_preview_returns_firings_and_stores_nothing() {
    List<Upcoming> told = schedules.preview(everyMinute("m").paused(true).build());
    assertThat(told.stream().map(one -> one.slot().toString()))
        .containsExactlyElementsOf(minutes(1, 10));
    assertThat(schedules.find("m")).isEmpty();
    assertThat(put(everyMinute("m")).upcoming()).isEqualTo(told);
  }

  @Test
  void a_preview_can_start_at_another_time_and_list_many_firings() {
    Instant from = Instant.parse("2031-05-01T12:00:30Z");
    List<Upcoming> told = schedules.preview(everyMinute("m").build(), from, 1_000);
    assertThat(told).hasSize(1_000);
    assertThat(told.getFirst().slot()).isEqualTo("2031-05-01T12:01:00Z");
    assertThat(told.getLast().slot()).isEqualTo("2031-05-02T04:40:00Z");
    Instant past = Instant.parse("2001-05-01T12:00:30Z");
    assertThat(schedules.preview(everyMinute("m").build(), past, 1).getFirst().slot())
        .isEqualTo("2001-05-01T12:01:00Z");
    assertThat(
            schedules.preview(
                schedule("once", Timing.at(Instant.parse("2001-05-01T13:00:00Z"))).build(),
                past,
                5))
        .hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -1, 1_001})
  void a_preview_of_too_many_firings_is_refused(int count) {
    Schedule schedule = everyMinute("m").build();
    WaybillException refused =
        catchThrowableOfType(
            WaybillException.class, () -> schedules.preview(schedule, clock.instant(), count));
    assertThat(refused.code()).isEqualTo(Code.INVALID_ARGUMENT);
  }

  private static Action hello() {
    return new Action.PublishEvent(
        "t", "hello", Payload.of("{}"), Map.of("stage", Attribute.of("dev")));
  }
}
