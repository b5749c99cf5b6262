package dev.waybill.events.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.WaybillException;
import dev.waybill.topic.Subscription.Scope;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.JsonNodeFactory;

final class SubjectTest {

  private static final FilterPolicy ON_ATTRIBUTES =
      FilterPolicy.parse("{\"a\": [1]}", Scope.ATTRIBUTES);
  private static final FilterPolicy ON_BODY = FilterPolicy.parse("{\"a\": [1]}", Scope.BODY);

  private final AtomicInteger reads = new AtomicInteger();
  private final Subject event =
      Subject.of(
          Map.of("a", FilterValue.number(1)),
          () -> {
            reads.incrementAndGet();
            return JsonNodeFactory.instance.objectNode().put("a", 1);
          });

  @Test
  void a_body_is_not_read_for_policies_on_attributes() {
    Map<String, FilterPolicy> policies = new LinkedHashMap<>();
    policies.put("attributes", ON_ATTRIBUTES);
    policies.put("all", FilterPolicy.ALL);
    policies.put("empty", FilterPolicy.parse("{}", Scope.BODY));

    assertThat(PolicyIndex.of(policies).match(event)).containsExactly("attributes", "all", "empty");
    assertThat(reads).hasValue(0);
  }

  @Test
  void a_body_is_read_once() {
    Map<String, FilterPolicy> policies = Map.of("body", ON_BODY);

    assertThat(ON_BODY.matches(event)).isTrue();
    assertThat(ON_BODY.explain(event)).isEmpty();
    assertThat(PolicyIndex.of(policies).match(event)).containsExactly("body");
    assertThat(reads).hasValue(1);
  }

  @Test
  void a_body_that_cannot_be_read_is_tried_once() {
    Subject unreadable =
        Subject.of(
            Map.of(),
            () -> {
              reads.incrementAndGet();
              return null;
            });

    assertThat(ON_BODY.matches(unreadable)).isFalse();
    assertThat(ON_BODY.matches(unreadable)).isFalse();
    assertThat(reads).hasValue(1);
  }

  @Test
  void what_json_cannot_say_is_no_value() {
    Subject odd =
        Subject.of(Map.of(), () -> JsonNodeFactory.instance.objectNode().put("a", Double.NaN));

    assertThat(ON_BODY.matches(odd)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1e999999999",
        "1000e2147483647",
        "1000e-2147483640",
        "1e9999999999",
        "0e2147483647"
      })
  void numbers_of_any_size_are_compared(String number) {
    Subject extreme = Subject.of(Map.of(), "{\"a\": " + number + ", \"b\": 1}");
    FilterPolicy range =
        FilterPolicy.parse("{\"a\": [1, {\"numeric\": [\">\", 3, \"<\", 4]}]}", Scope.BODY);

    assertThat(range.matches(extreme)).isFalse();
    assertThat(range.explain(extreme).toString()).hasSizeLessThan(200);
  }

  @Test
  void an_array_attribute_holds_the_values_of_its_text() {
    assertThat(FilterValue.array("[\"a\", 1.50, true, null]"))
        .isEqualTo(
            FilterValue.list(
                List.of(
                    FilterValue.text("a"),
                    FilterValue.number(new BigDecimal("1.5")),
                    FilterValue.bool(true),
                    FilterValue.NULL)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a", "\"a\"", "{}", "[[1]]", "[{}]", "[1"})
  void an_array_attribute_that_is_not_one_is_refused(String text) {
    assertThatThrownBy(() -> FilterValue.array(text))
        .isInstanceOf(WaybillException.class)
        .hasMessageContaining("is a JSON array of texts");
  }
}
