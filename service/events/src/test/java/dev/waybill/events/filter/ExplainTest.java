package dev.waybill.events.filter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.topic.Attribute;
import dev.waybill.topic.Subscription.Scope;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ExplainTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"message_type": ["a", "b"]}          | {"message_type": "alert"}  | message_type is "alert", wanted one of "a", "b"
          {"a": ["x"]}                          | {"b": 1}                   | a is absent, wanted "x"
          {"a": [5]}                            | {"a": [1, true, null]}     | a is the list 1, true, null, wanted 5
          {"a": [{"prefix": "x"}]}              | {"a": "y"}                 | a is "y", wanted text that starts with "x"
          {"a": [{"suffix": "x"}]}              | {"a": "y"}                 | a is "y", wanted text that ends with "x"
          {"a": [{"equals-ignore-case": "x"}]}  | {"a": "y"}                 | a is "y", wanted "x" in any case
          {"a": [{"wildcard": "x*"}]}           | {"a": "y"}                 | a is "y", wanted text like "x*"
          {"a": [{"numeric": [">", 0, "<=", 9]}]} | {"a": 10}                | a is 10, wanted a number > 0 and <= 9
          {"a": [{"numeric": ["=", 5]}]}        | {"a": 10}                  | a is 10, wanted 5
          {"a": [{"cidr": "10.0.0.0/8"}]}       | {"a": "11.0.0.1"}          | a is "11.0.0.1", wanted an address in 10.0.0.0/8
          {"a": [{"exists": true}]}             | {"b": 1}                   | a is absent, wanted a value
          {"a": [{"exists": false}]}            | {"a": 1}                   | a is 1, wanted no such key
          {"a": [{"anything-but": ["x", "y"]}]} | {"a": "x"}                 | a is "x", wanted anything but "x", "y"
          {"a": [{"anything-but": {"prefix": "x"}}]} | {"a": "xy"}           | a is "xy", wanted anything but text that starts with "x"
          {"a": ["x", {"prefix": "y"}]}         | {"a": "z"}                 | a is "z", wanted one of "x", text that starts with "y"
          """)
  void a_reason_names_the_key_the_condition_and_the_value(
      String policy, String event, String sentence) {
    for (Scope scope : Scope.values()) {
      assertThat(FilterPolicy.parse(policy, scope).explain(Events.both(event)))
          .map(Mismatch::sentence)
          .containsExactly(sentence);
    }
  }

  @Test
  void every_key_that_does_not_match_has_a_reason() {
    FilterPolicy policy =
        FilterPolicy.parse(
            "{\"m\": {\"stage\": [\"dev\"], \"n\": [1]}, \"x\": [2], \"o\": [3]}", Scope.BODY);

    List<Mismatch> reasons =
        policy.explain(Subject.of(Map.of(), "{\"m\": {\"stage\": \"prod\", \"n\": 1}, \"o\": {}}"));

    assertThat(reasons)
        .containsExactly(
            new Mismatch("m.stage", "\"dev\"", "\"prod\""),
            new Mismatch("x", "2", "absent"),
            new Mismatch("o", "3", "present without a value"));
  }

  @Test
  void alternatives_are_explained_together() {
    FilterPolicy policy =
        FilterPolicy.parse("{\"$or\": [{\"a\": [1]}, {\"b\": [2], \"c\": [3]}]}", Scope.BODY);

    assertThat(policy.explain(Subject.of(Map.of(), "{\"a\": 0, \"c\": 3}")))
        .map(Mismatch::toString)
        .containsExactly(
            "$or is not met: (1) a is 0, wanted 1, (2) b is absent, wanted 2,"
                + " wanted one of its 2 branches");
  }

  @Test
  void an_event_without_keys_is_explained() {
    Subject bare = Subject.of(Map.of(), "not json");

    assertThat(FilterPolicy.parse("{\"a\": [1]}", Scope.ATTRIBUTES).explain(bare))
        .map(Mismatch::sentence)
        .containsExactly("the set of attributes is empty, wanted at least one attribute");
    assertThat(FilterPolicy.parse("{\"a\": [1]}", Scope.BODY).explain(bare))
        .map(Mismatch::sentence)
        .containsExactly("the body is not a JSON object, wanted a JSON object");
  }

  @Test
  void reasons_stay_short_and_on_one_line() {
    String many =
        IntStream.range(0, 500).mapToObj(String::valueOf).collect(Collectors.joining(","));
    FilterPolicy policy = FilterPolicy.parse("{\"a\": [" + many + "]}", Scope.ATTRIBUTES);
    Subject event = Subject.of(Map.of("a", Attribute.of("line\n".repeat(1_000))));

    assertThat(policy.explain(event).getFirst().sentence())
        .hasSizeLessThan(300)
        .doesNotContain("\n")
        .contains("0, 1, 2")
        .endsWith("9 and 490 more");
  }

  @Test
  void an_event_has_reasons_if_and_only_if_it_does_not_match() {
    RandomPolicies random = new RandomPolicies(new Random(2));
    for (int i = 0; i < 5_000; i++) {
      FilterPolicy policy = random.policy();
      Subject event = random.event();
      assertThat(policy.explain(event).isEmpty()).as("%s", policy).isEqualTo(policy.matches(event));
    }
  }
}
