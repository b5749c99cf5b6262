package dev.waybill.schedules.cron;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.schedule.Timing;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class CronReadingTest {

  private static final ZoneId UTC = ZoneOffset.UTC;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          */20 * * * *      | 2030-01-01T00:00 | 2030-01-01T00:20, 2030-01-01T00:40, 2030-01-01T01:00
          30 9 * * *        | 2030-01-01T09:30 | 2030-01-02T09:30, 2030-01-03T09:30
          */30 15 9 * * *   | 2030-01-01T09:15 | 2030-01-01T09:15:30, 2030-01-02T09:15, 2030-01-02T09:15:30
          0 9-17/4 * * *    | 2030-01-01T00:00 | 2030-01-01T09:00, 2030-01-01T13:00, 2030-01-01T17:00, 2030-01-02T09:00
          5/20 0 * * *      | 2030-01-01T00:05 | 2030-01-01T00:25, 2030-01-01T00:45, 2030-01-02T00:05
          0 0 * * MON-FRI   | 2030-01-04T00:00 | 2030-01-07T00:00, 2030-01-08T00:00
          0 0 * * sat-sun   | 2030-01-04T00:00 | 2030-01-05T00:00, 2030-01-06T00:00, 2030-01-12T00:00
          0 0 * * 0         | 2030-01-01T00:00 | 2030-01-06T00:00, 2030-01-13T00:00
          0 0 * * 7         | 2030-01-01T00:00 | 2030-01-06T00:00, 2030-01-13T00:00
          0 0 ? * WED       | 2030-01-01T00:00 | 2030-01-02T00:00, 2030-01-09T00:00
          0 0 1 JAN,jul *   | 2030-01-01T00:00 | 2030-07-01T00:00, 2031-01-01T00:00
          0 0 L * *         | 2030-01-31T00:00 | 2030-02-28T00:00, 2030-03-31T00:00
          0 0 L-3 * ?       | 2030-01-01T00:00 | 2030-01-28T00:00, 2030-02-25T00:00
          0 0 * * 5L        | 2030-01-01T00:00 | 2030-01-25T00:00, 2030-02-22T00:00
          0 0 * * FRIL      | 2030-01-01T00:00 | 2030-01-25T00:00, 2030-02-22T00:00
          0 0 * * MON#2     | 2030-01-01T00:00 | 2030-01-14T00:00, 2030-02-11T00:00
          0 0 * * 1#5       | 2030-01-01T00:00 | 2030-04-29T00:00, 2030-07-29T00:00
          0 0 ? 2 MON#5     | 2090-01-01T00:00 | 2112-02-29T00:00
          0 0 15W * *       | 2030-06-01T00:00 | 2030-06-14T00:00, 2030-07-15T00:00, 2030-08-15T00:00, 2030-09-16T00:00
          0 0 1W * *        | 2030-05-31T00:00 | 2030-06-03T00:00, 2030-07-01T00:00
          0 0 LW * *        | 2030-03-01T00:00 | 2030-03-29T00:00, 2030-04-30T00:00
          0 0 29 2 *        | 2096-03-01T00:00 | 2104-02-29T00:00, 2108-02-29T00:00
          0 0 13 * FRI      | 2030-09-05T00:00 | 2030-09-06T00:00, 2030-09-13T00:00, 2030-09-20T00:00
          0 0 13,14 * SAT   | 2030-09-12T00:00 | 2030-09-13T00:00, 2030-09-14T00:00, 2030-09-21T00:00
          @hourly           | 2030-01-01T00:00 | 2030-01-01T01:00, 2030-01-01T02:00
          @daily            | 2030-01-01T00:00 | 2030-01-02T00:00
          @weekly           | 2030-01-01T00:00 | 2030-01-06T00:00
          @monthly          | 2030-01-01T00:00 | 2030-02-01T00:00
          @Yearly           | 2030-01-01T00:00 | 2031-01-01T00:00
          """)
  void an_expression_has_these_next_slots(String text, LocalDateTime after, String expected) {
    List<LocalDateTime> times =
        List.of(expected.split(", ")).stream().map(LocalDateTime::parse).toList();
    Slots slots = Slots.of(Timing.cron(text, UTC));
    List<LocalDateTime> found = new ArrayList<>();
    Instant last = after.toInstant(ZoneOffset.UTC);
    for (int i = 0; i < times.size(); i++) {
      last = java.util.Objects.requireNonNull(slots.next(last));
      found.add(LocalDateTime.ofInstant(last, UTC));
    }
    assertThat(found).isEqualTo(times);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          60 * * * *        | cron: minute: "60" at character 1 is out of range; use 0 to 59
          0 24 * * *        | cron: hour: "24" at character 3 is out of range; use 0 to 23
          0 0 0 * *         | cron: day of month: "0" at character 5 is out of range; use 1 to 31
          0 0 * 13 *        | cron: month: "13" at character 7 is out of range; use 1 to 12
          0 0 * JANUARY *   | cron: month: "JANUARY" at character 7 is not a value; use 1 to 12 or JAN to DEC
          0 0 * * 8         | cron: day of week: "8" at character 9 is out of range; use 0 to 7
          0 0 * * MOO       | cron: day of week: "MOO" at character 9 is not a value; use 0 to 7 or SUN to SAT
          0 0 * * MON#6     | cron: day of week: "6" at character 13 is out of range; use 1 to 5
          0 0 * * L         | cron: day of week: "L" at character 9 does not name a weekday; write FRIL for the last Friday of the month
          0 0 L-31 * *      | cron: day of month: "31" at character 7 is out of range; use 1 to 30
          0 22-2 * * *      | cron: hour: "22-2" at character 3 goes backwards; write it as two ranges with a comma in between
          0 1,,2 * * *      | cron: hour: nothing at character 5 is not a value; use 0 to 23
          */0 * * * *       | cron: minute: "0" at character 3 is out of range; use 1 to 59
          0 ? * * *         | cron: hour: "?" at character 3 means any day; use * in this field
          x 0 0 * * *       | cron: second: "X" at character 1 is not a value; use 0 to 59
          0 0 30 2 *        | cron: "0 0 30 2 *" contains no existing day; correct the day or the month
          0 0 31 4,6 *      | cron: "0 0 31 4,6 *" contains no existing day; correct the day or the month
          0 0 L-30 2 *      | cron: "0 0 L-30 2 *" contains no existing day; correct the day or the month
          * * * *           | cron: it has 4 fields; write five (minute, hour, day of month, month, day of week) or six with the second first
          @reboot           | cron: "@reboot" is unknown; use @hourly, @daily, @weekly, @monthly or @yearly
          """)
  void an_invalid_expression_is_rejected_with_position_and_correction(String text, String answer) {
    assertThatThrownBy(() -> Slots.of(Timing.cron(text, UTC)))
        .isInstanceOfSatisfying(
            WaybillException.class, e -> assertThat(e.code()).isEqualTo(Code.INVALID_ARGUMENT))
        .hasMessage(answer);
  }

  @Test
  void a_long_expression_is_refused() {
    assertThatThrownBy(() -> Slots.of(Timing.cron("1,".repeat(200) + "1 * * * *", UTC)))
        .hasMessageContaining("at most 256 characters");
  }

  @ParameterizedTest
  @ValueSource(strings = {"PT0S", "PT0.999S", "PT1.0000001S", "P36526D"})
  void an_interval_out_of_bounds_is_refused(Duration interval) {
    assertThatThrownBy(() -> Slots.of(Timing.every(interval)))
        .isInstanceOfSatisfying(
            WaybillException.class, e -> assertThat(e.code()).isEqualTo(Code.INVALID_ARGUMENT));
  }

  @Test
  void an_interval_counts_from_its_anchor_in_both_directions() {
    Slots slots =
        Slots.of(new Timing.Every(Duration.ofSeconds(90), Instant.parse("2030-01-01T00:00:10Z")));
    assertThat(slots.next(Instant.parse("2030-01-01T00:00:10Z"))).isEqualTo("2030-01-01T00:01:40Z");
    assertThat(slots.next(Instant.parse("2030-01-01T00:00:09.999Z")))
        .isEqualTo("2030-01-01T00:00:10Z");
    assertThat(slots.next(Instant.parse("2029-12-31T23:58:00Z"))).isEqualTo("2029-12-31T23:58:40Z");
  }

  @Test
  void a_single_time_fires_once() {
    Slots slots =
        Slots.of(
            new Timing.Once(LocalDateTime.parse("2030-07-01T09:00"), ZoneId.of("Europe/Lisbon")));
    Instant at = Instant.parse("2030-07-01T08:00:00Z");
    assertThat(slots.next(at.minusMillis(1))).isEqualTo(at);
    assertThat(slots.next(at)).isNull();
  }
}
