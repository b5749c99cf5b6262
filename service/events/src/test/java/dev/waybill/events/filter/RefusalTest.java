package dev.waybill.events.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.topic.Subscription.Scope;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RefusalTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          # the whole
          ''                                        | filter policy: it is not a JSON object
          null                                      | filter policy: it is not a JSON object
          ["x"]                                     | filter policy: it is not a JSON object
          {"a": ["x"]                               | filter policy: it is not valid JSON
          {"a": ["x"]} {}                           | filter policy: it is not valid JSON
          {"a": [1e9999999999]}                     | filter policy: it is not valid JSON
          {"a": ["x"], "a": ["y"]}                  | filter policy: it is not valid JSON
          # keys
          {"a": "x"}                                | at "/a":
          {"a": null}                               | at "/a":
          {"a": []}                                 | at "/a":
          {"a/b~c": []}                             | at "/a~1b~0c":
          {"a": ["x", ["y"]]}                       | at "/a/1":
          {"a": {"b": ["x"]}}                       | at "/a":
          {"a": {"prefix": "x"}}                    | write [{"prefix":"x"}]
          # operators
          {"a": ["x", {"prefx": "y"}]}              | at "/a/1/prefx": "prefx" is not an operator here; did you mean "prefix"?
          {"a": [{"sufix": "y"}]}                   | did you mean "suffix"?
          {"a": [{"Exist": true}]}                  | did you mean "exists"?
          {"a": [{"anything_but": "y"}]}            | did you mean "anything-but"?
          {"a": [{"equalsIgnoreCase": "y"}]}        | did you mean "equals-ignore-case"?
          {"a": [{"number": [">", 1]}]}             | did you mean "numeric"?
          {"a": [{"": "y"}]}                        | use one of anything-but, cidr
          {"a": [{"regex": "y"}]}                   | use one of anything-but, cidr
          {"a": [{}]}                               | at "/a/0":
          {"a": [{"prefix": "x", "suffix": "y"}]}   | at "/a/0":
          {"a": [{"prefix": 5}]}                    | at "/a/0/prefix":
          {"a": [{"prefix": ""}]}                   | at "/a/0/prefix":
          {"a": [{"suffix": ["x"]}]}                | at "/a/0/suffix":
          {"a": [{"equals-ignore-case": true}]}     | at "/a/0/equals-ignore-case":
          {"a": [{"wildcard": null}]}               | at "/a/0/wildcard":
          {"a": [{"wildcard": "a**b"}]}             | adjacent stars
          {"a": [{"wildcard": "a\\\\b"}]}           | adjacent stars
          {"a": [{"wildcard": "a\\\\"}]}            | adjacent stars
          {"a": [{"exists": "true"}]}               | at "/a/0/exists":
          {"a": [{"cidr": "10.0.0.1"}]}             | at "/a/0/cidr":
          {"a": [{"cidr": "10.0.0.0/33"}]}          | cidr requires a block
          {"a": [{"cidr": "10.0.0.0/"}]}            | cidr requires a block
          {"a": [{"cidr": "10.0.0.0/-1"}]}          | cidr requires a block
          {"a": [{"cidr": "10.0.0/8"}]}             | cidr requires a block
          {"a": [{"cidr": "example.org/8"}]}        | cidr requires a block
          {"a": [{"cidr": "2001:db8::/129"}]}       | cidr requires a block
          {"a": [{"cidr": "fe80::1%eth0/64"}]}      | cidr requires a block
          {"a": [{"cidr": 10}]}                     | cidr requires a block
          # numeric
          {"a": [{"numeric": 5}]}                   | at "/a/0/numeric":
          {"a": [{"numeric": []}]}                  | at "/a/0/numeric":
          {"a": [{"numeric": [">"]}]}               | at "/a/0/numeric":
          {"a": [{"numeric": [">", 1, "<"]}]}       | at "/a/0/numeric":
          {"a": [{"numeric": [">", 1, "<", 2, "=", 3]}]} | at "/a/0/numeric":
          {"a": [{"numeric": ["!=", 1]}]}           | at "/a/0/numeric/0":
          {"a": [{"numeric": [1, 2]}]}              | at "/a/0/numeric/0":
          {"a": [{"numeric": [">", "1"]}]}          | at "/a/0/numeric/1":
          {"a": [{"numeric": ["=", "1"]}]}          | at "/a/0/numeric/1":
          {"a": [{"numeric": [">", 1, "<", true]}]} | at "/a/0/numeric/3":
          {"a": [{"numeric": [">", 1, "=", 2]}]}    | at "/a/0/numeric/2":
          {"a": [{"numeric": ["<", 5, ">", 1]}]}    | a range requires a lower bound
          {"a": [{"numeric": [">", 1, ">", 5]}]}    | a range requires a lower bound
          {"a": [{"numeric": [">", 5, "<", 1]}]}    | the lower bound 5 is not below the upper bound 1
          {"a": [{"numeric": [">=", 5, "<=", 5]}]}  | use "=" for one number
          # anything-but
          {"a": [{"anything-but": []}]}             | at "/a/0/anything-but":
          {"a": [{"anything-but": ["x", ["y"]]}]}   | at "/a/0/anything-but/1":
          {"a": [{"anything-but": [{"prefix": "x"}]}]} | at "/a/0/anything-but/0":
          {"a": [{"anything-but": {}}]}             | an operator is an object with one key, not 0
          {"a": [{"anything-but": {"numeric": ["=", 1]}}]} | at "/a/0/anything-but/numeric":
          {"a": [{"anything-but": {"prefix": ["x", ""]}}]} | at "/a/0/anything-but/prefix/1":
          {"a": [{"anything-but": {"prefix": []}}]} | at "/a/0/anything-but/prefix":
          # $or
          {"$or": [{"a": ["x"]}]}                   | at "/$or":
          {"$or": [{"a": ["x"]}, {}]}               | at "/$or/1":
          {"$or": [{"a": ["x"]}, {"b": []}]}        | at "/$or/1/b":
          {"$or": [{"a": ["x"]}, {"prefix": "b"}]}  | at "/$or/0/a":
          """)
  void an_invalid_policy_is_refused_with_its_pointer(String policy, String message) {
    assertThatThrownBy(() -> FilterPolicy.parse(policy, Scope.ATTRIBUTES))
        .isInstanceOfSatisfying(
            WaybillException.class,
            refusal -> assertThat(refusal.code()).isEqualTo(Code.INVALID_ARGUMENT))
        .hasMessageContaining(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"a": {}}                       | at "/a":
          {"a": {"b": {"c": []}}}         | at "/a/b/c":
          {"a": {"prefix": "x"}}          | an operator must be in a list: [{"prefix": ...}]
          {"a": {"b": "x"}}               | at "/a/b":
          """)
  void nested_keys_are_refused_with_their_pointer(String policy, String message) {
    assertThatThrownBy(() -> FilterPolicy.parse(policy, Scope.BODY))
        .isInstanceOf(WaybillException.class)
        .hasMessageContaining(message);
  }

  @Test
  void a_policy_has_at_most_256_kilobytes() {
    String fits = withValueOf(FilterPolicy.MAX_BYTES - "{'a': ['']}".length());

    assertThat(FilterPolicy.parse(fits, Scope.BODY).json()).isEqualTo(fits);
    refuses(fits + " ", "longer than 262144 bytes");
    refuses(fits.replaceFirst("x", "é"), "longer than 262144 bytes");
  }

  @Test
  void a_policy_has_at_most_256_keys() {
    assertThat(FilterPolicy.parse(keys(FilterPolicy.MAX_KEYS), Scope.BODY).wantsAll()).isFalse();
    refuses(keys(FilterPolicy.MAX_KEYS + 1), "more than 256 keys");
  }

  @Test
  void the_combinations_of_values_are_bounded() {
    String ten = values(10);
    assertThat(parsed("{'a': %s, 'b': %s, 'c': %s}".formatted(ten, ten, ten))).isFalse();
    refuses(
        "{'a': %s, 'b': %s, 'c': %s, 'd': [1, 2]}".formatted(ten, ten, ten),
        "multiply to more than 1000");
    refuses("{'a': %s}".formatted(values(1_001)), "multiply to more than 1000");
    String manyKeys =
        IntStream.range(0, 200)
            .mapToObj(i -> "'" + i + "': [1, 2]")
            .collect(Collectors.joining(", "));
    refuses("{" + manyKeys + "}", "multiply to more than 1000");
  }

  @Test
  void the_branches_of_or_add_up() {
    String branch = "{'a': %s}".formatted(values(500));
    assertThat(parsed("{'$or': [%s, %s]}".formatted(branch, branch))).isFalse();
    refuses(
        "{'$or': [%s, %s, {'b': [1]}]}".formatted(branch, branch), "multiply to more than 1000");
  }

  @Test
  void lists_within_operators_are_bounded() {
    assertThat(parsed("{'a': [{'anything-but': %s}]}".formatted(values(1_000)))).isFalse();
    refuses("{'a': [{'anything-but': %s}]}".formatted(values(1_001)), "the list has 1001 values");
  }

  @Test
  void patterns_are_bounded() {
    assertThat(parsed("{'a': [{'wildcard': '%s'}]}".formatted("x".repeat(256)))).isFalse();
    refuses("{'a': [{'wildcard': '%s'}]}".formatted("x".repeat(257)), "longer than 256 characters");
  }

  @Test
  void keys_are_nested_at_most_32_deep() {
    assertThat(parsed(nested(FilterPolicy.MAX_DEPTH))).isFalse();
    refuses(nested(FilterPolicy.MAX_DEPTH + 1), "nested deeper than 32");
    refuses(nested(100_000 / 10), "it is not valid JSON");
  }

  private static void refuses(String policy, String message) {
    assertThatThrownBy(() -> FilterPolicy.parse(json(policy), Scope.BODY))
        .isInstanceOf(WaybillException.class)
        .hasMessageContaining(message);
  }

  private static boolean parsed(String policy) {
    return FilterPolicy.parse(json(policy), Scope.BODY).wantsAll();
  }

  private static String json(String singleQuoted) {
    return singleQuoted.replace('\'', '"');
  }

  private static String withValueOf(int length) {
    return json("{'a': ['" + "x".repeat(length) + "']}");
  }

  private static String keys(int count) {
    return json(
        IntStream.range(0, count)
            .mapToObj(i -> "'k" + i + "': [1]")
            .collect(Collectors.joining(", ", "{", "}")));
  }

  private static String values(int count) {
    return IntStream.range(0, count)
        .mapToObj(String::valueOf)
        .collect(Collectors.joining(", ", "[", "]"));
  }

  private static String nested(int depth) {
    return "{'k': ".repeat(depth) + "[1]" + "}".repeat(depth);
  }
}
