package dev.waybill.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class RecentTest {

  @Test
  void a_cache_is_bounded_and_keeps_recently_used_entries() {
    Recent<Integer, Integer> recent = new Recent<>(100);
    for (int i = 1; i < 10_000; i++) {
      recent.get(i, () -> 1);
      assertThat(recent.get(0, () -> 2)).isEqualTo(2);
    }
    assertThat(IntStream.range(0, 10_000).filter(recent::has).count()).isLessThanOrEqualTo(200);
    assertThat(recent.has(0)).isTrue();
  }

  @Test
  void the_last_value_of_a_key_is_found_until_it_is_removed() {
    Recent<String, Integer> recent = new Recent<>(2);
    recent.put("a", 1);
    recent.put("b", 1);
    recent.put("a", 2);
    assertThat(recent.find("a")).contains(2);
    assertThat(recent.find("b")).contains(1);
    recent.remove("a");
    assertThat(recent.find("a")).isEmpty();
    assertThat(recent.find("c")).isEmpty();
  }

  @Test
  void entries_can_be_bounded_by_weight() {
    Recent<String, String> recent = new Recent<>(100, String::length);
    for (int i = 0; i < 100; i++) {
      recent.put("%050d".formatted(i), "");
    }
    assertThat(IntStream.range(0, 100).filter(i -> recent.has("%050d".formatted(i))).count())
        .isBetween(2L, 4L);
  }
}
