package dev.waybill.schedules.cron;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.schedule.Timing;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Both clock changes, in zones with different rules.
final class DaylightSavingTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          30 1 * * *      | Europe/Lisbon       | 2030-03-30T12:00Z | 2030-03-31T02:00+01:00, 2030-04-01T01:30+01:00
          30 2 * * *      | America/New_York    | 2030-03-09T12:00Z | 2030-03-10T03:00-04:00, 2030-03-11T02:30-04:00
          15 2 * * *      | Australia/Lord_Howe | 2030-10-05T10:00Z | 2030-10-06T02:30+11:00, 2030-10-07T02:15+11:00
          45 2 * * *      | Australia/Lord_Howe | 2030-10-05T10:00Z | 2030-10-06T02:45+11:00, 2030-10-07T02:45+11:00
          0 0 * * *       | Asia/Beirut         | 2026-03-28T12:00Z | 2026-03-29T01:00+03:00, 2026-03-30T00:00+03:00
          30 0 * * SUN    | America/Sao_Paulo   | 2018-11-03T12:00Z | 2018-11-04T01:00-02:00, 2018-11-11T00:30-02:00
          */10 2 * * *    | America/New_York    | 2030-03-10T06:00Z | 2030-03-10T03:00-04:00, 2030-03-11T02:00-04:00
          */30 2,3 * * *  | America/New_York    | 2030-03-10T06:00Z | 2030-03-10T03:00-04:00, 2030-03-10T03:30-04:00, 2030-03-11T02:00-04:00
          0 9 30 12 *     | Pacific/Apia        | 2011-12-01T12:00Z | 2011-12-31T00:00+14:00, 2012-12-30T09:00+14:00
          """)
  void a_skipped_time_fires_once_right_after_the_gap(
      String text, String zone, String after, String expected) {
    assertThat(times(text, zone, after, expected)).isEqualTo(moments(expected));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          30 1 * * *      | Europe/Lisbon       | 2030-10-26T12:00Z | 2030-10-27T01:30+01:00, 2030-10-28T01:30Z
          30 1 * * *      | America/New_York    | 2030-11-02T12:00Z | 2030-11-03T01:30-04:00, 2030-11-04T01:30-05:00
          30 1 * * *      | America/New_York    | 2030-11-03T06:15Z | 2030-11-04T01:30-05:00
          45 1 * * *      | Australia/Lord_Howe | 2030-04-06T12:00Z | 2030-04-07T01:45+11:00, 2030-04-08T01:45+10:30
          15 1 * * *      | Australia/Lord_Howe | 2030-04-06T12:00Z | 2030-04-07T01:15+11:00, 2030-04-08T01:15+10:30
          30 23 * * *     | Asia/Beirut         | 2026-10-24T12:00Z | 2026-10-24T23:30+03:00, 2026-10-25T23:30+02:00
          30 23 * * *     | America/Sao_Paulo   | 2018-02-17T12:00Z | 2018-02-17T23:30-02:00, 2018-02-18T23:30-03:00
          */30 1,2 * * *  | America/New_York    | 2030-11-03T04:59Z | 2030-11-03T01:00-04:00, 2030-11-03T01:30-04:00, 2030-11-03T02:00-05:00
          """)
  void a_repeated_time_fires_the_first_time(
      String text, String zone, String after, String expected) {
    assertThat(times(text, zone, after, expected)).isEqualTo(moments(expected));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          30 * * * *      | America/New_York    | 2030-03-10T06:00Z | 2030-03-10T01:30-05:00, 2030-03-10T03:30-04:00
          30 * * * *      | America/New_York    | 2030-11-03T05:00Z | 2030-11-03T01:30-04:00, 2030-11-03T01:30-05:00, 2030-11-03T02:30-05:00
          */15 * * * *    | Europe/Lisbon       | 2030-10-27T00:35Z | 2030-10-27T01:45+01:00, 2030-10-27T01:00Z, 2030-10-27T01:15Z
          */15 0-23 * * * | Australia/Lord_Howe | 2030-04-06T14:35Z | 2030-04-07T01:45+11:00, 2030-04-07T01:30+10:30, 2030-04-07T01:45+10:30, 2030-04-07T02:00+10:30
          0 * * * *       | Asia/Beirut         | 2026-03-28T20:30Z | 2026-03-28T23:00+02:00, 2026-03-29T01:00+03:00
          """)
  void an_hourly_expression_follows_real_time(
      String text, String zone, String after, String expected) {
    assertThat(times(text, zone, after, expected)).isEqualTo(moments(expected));
  }

  @Test
  void a_single_time_that_is_skipped_or_repeated_fires_once() {
    assertThat(once("2030-03-10T02:30", "America/New_York")).isEqualTo("2030-03-10T07:00:00Z");
    assertThat(once("2030-11-03T01:30", "America/New_York")).isEqualTo("2030-11-03T05:30:00Z");
    assertThat(once("2030-10-06T02:15", "Australia/Lord_Howe")).isEqualTo("2030-10-05T15:30:00Z");
  }

  private static Instant once(String at, String zone) {
    Timing timing = new Timing.Once(LocalDateTime.parse(at), ZoneId.of(zone));
    return Objects.requireNonNull(Slots.of(timing).next(Instant.EPOCH));
  }

  private static List<Instant> times(String text, String zone, String after, String expected) {
    Slots slots = Slots.of(Timing.cron(text, ZoneId.of(zone)));
    List<Instant> found = new ArrayList<>();
    Instant last = OffsetDateTime.parse(after).toInstant();
    while (found.size() < moments(expected).size()) {
      last = Objects.requireNonNull(slots.next(last));
      found.add(last);
    }
    return found;
  }

  private static List<Instant> moments(String expected) {
    return List.of(expected.split(", ")).stream()
        .map(text -> OffsetDateTime.parse(text).toInstant())
        .toList();
  }
}
