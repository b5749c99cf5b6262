package dev.waybill.wire.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TimeTextTest {

  private static final Instant FIRST = Instant.parse("0000-01-01T00:00:00Z");
  private static final Instant LAST = Instant.parse("9999-12-31T23:59:59.999999999Z");

  @Test
  void times_are_written_and_read_as_by_the_JDK() {
    Random random = new Random(7);
    List<Integer> units = List.of(1, 1_000, 1_000_000, 1_000_000_000);
    for (int i = 0; i < 10_000; i++) {
      long second = random.nextLong(FIRST.getEpochSecond(), LAST.getEpochSecond());
      int unit = units.get(i % units.size());
      int nanos = random.nextInt(1_000_000_000) / unit * unit;
      isAsThePlatformDoes(Instant.ofEpochSecond(second, nanos));
    }
  }

  @Test
  void extreme_times_are_written_and_read_as_by_the_JDK() {
    List.of(FIRST, LAST, Instant.EPOCH, Instant.MIN, Instant.MAX, FIRST.minusNanos(1))
        .forEach(TimeTextTest::isAsThePlatformDoes);
    isAsThePlatformDoes(LAST.plusNanos(1));
  }

  private static void isAsThePlatformDoes(Instant time) {
    assertThat(TimeText.of(time)).isEqualTo(time.toString());
    assertThat(TimeText.parse(time.toString())).isEqualTo(time);
  }

  @Test
  void unusual_formats_are_read_as_by_the_JDK() {
    for (String text :
        List.of(
            "2026-01-31T09:30:00+02:00",
            "2026-01-31t09:30:00z",
            "2026-01-31T24:00:00Z",
            "2026-01-31T09:30:00.1Z",
            "2026-01-31T09:30:00.12345678Z",
            "2016-12-31T23:59:60Z")) {
      assertThat(TimeText.parse(text)).as(text).isEqualTo(Instant.parse(text));
    }
  }

  @Test
  void an_invalid_time_is_refused() {
    for (String text :
        List.of(
            "",
            "Z",
            "tomorrow",
            "2026-01-31T09:30Z",
            "2026-02-30T09:30:00Z",
            "2026-13-01T09:30:00Z",
            "2026-01-31T25:30:00Z",
            "2026-01-31T09:60:00Z",
            "2026-01-31T09:30:61Z",
            "2026-01-31T09:30:00",
            "2026-01-31T09:30:00,5Z",
            "2026-01-31T09:30:00.1234567890Z",
            "2026-01-31 09:30:00Z",
            "2026-01-31T09:30:00.Z5Z")) {
      assertThatThrownBy(() -> TimeText.parse(text)).as(text).isInstanceOf(DateTimeException.class);
    }
  }
}
