package dev.waybill.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.Code;
import dev.waybill.JobFilter;
import dev.waybill.JobText;
import dev.waybill.State;
import dev.waybill.WaybillException;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class CursorsTest {

  private static final JobFilter FILTER =
      JobFilter.ALL.withQueue("mail").withStates(State.DEAD, State.FAILED);

  @Test
  void a_cursor_returns_the_position_it_was_created_for() {
    assertThat(Cursors.open("acme", FILTER, sealed("place/ü 17"))).isEqualTo("place/ü 17");
  }

  @Test
  void the_end_of_a_list_has_no_cursor() {
    assertThat(Cursors.seal("acme", FILTER, null)).isNull();
    assertThat(Cursors.open("acme", FILTER, null)).isNull();
  }

  @Test
  void a_cursor_of_another_tenant_is_refused() {
    assertRefused(() -> Cursors.open("other", FILTER, sealed("p")));
  }

  static List<JobFilter> everyOtherFilter() {
    return List.of(
        JobFilter.ALL,
        FILTER.withQueue("post"),
        FILTER.withStates(State.DEAD),
        FILTER.withType("t"),
        FILTER.withTag("t"),
        FILTER.withCreated(Instant.EPOCH, null),
        FILTER.withCreated(null, Instant.EPOCH));
  }

  @Test
  void a_cursor_of_a_query_with_another_text_is_refused() {
    for (JobText text : JobText.FILTERS) {
      assertRefused(() -> Cursors.open("acme", FILTER.withText(text, "t"), sealed("p")));
    }
  }

  @ParameterizedTest
  @MethodSource("everyOtherFilter")
  void a_cursor_of_another_query_is_refused(JobFilter other) {
    assertRefused(() -> Cursors.open("acme", other, sealed("p")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "AQ", "garbage", "%%%", "AgAAAAAAAAAAAA", "AQAAAAAAAAAAAA", "\u0000"})
  void malformed_input_is_refused(String cursor) {
    assertRefused(() -> Cursors.open("acme", FILTER, cursor));
  }

  @Test
  void a_huge_cursor_is_refused() {
    assertRefused(() -> Cursors.open("acme", FILTER, "A".repeat(1_000_000)));
  }

  private static String sealed(String position) {
    return Objects.requireNonNull(Cursors.seal("acme", FILTER, position));
  }

  private static void assertRefused(Runnable opening) {
    assertThatThrownBy(opening::run)
        .isInstanceOf(WaybillException.class)
        .extracting("code")
        .isEqualTo(Code.INVALID_CURSOR);
  }
}
