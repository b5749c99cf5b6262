package dev.waybill.events.filter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.topic.Attribute;
import dev.waybill.topic.Subscription.Scope;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
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
          Map.of("a", Attribute.of(1)),
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
  void an_unreadable_body_is_parsed_once() {
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
  void values_that_json_cannot_express_are_ignored() {
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
  void numbers_are_equal_by_value_and_keep_their_digits() {
    Attribute.Numeric written = new Attribute.Numeric(new BigDecimal("3.0e2"));

    assertThat(written).isEqualTo(Attribute.of(300)).hasSameHashCodeAs(Attribute.of(300));
    assertThat(written).isNotEqualTo(Attribute.of("300")).isNotEqualTo(Attribute.of(301));
    assertThat(new Attribute.Numeric(new BigDecimal("1.50")).value()).hasToString("1.50");
  }

  @Test
  void binary_attributes_are_ignored() {
    Subject event = Subject.of(Map.of("a", new Attribute.Binary("AAE=")));

    assertThat(FilterPolicy.parse("{\"a\": [\"AAE=\"]}", Scope.ATTRIBUTES).matches(event))
        .isFalse();
    assertThat(
            FilterPolicy.parse("{\"b\": [{\"exists\": false}]}", Scope.ATTRIBUTES).matches(event))
        .isFalse();
  }
}
