package dev.waybill.events.filter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.conformance.Seed;
import dev.waybill.topic.Attribute;
import dev.waybill.topic.Subscription.Scope;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

final class GrammarTest {

  @Test
  @Seed("S1.12")
  void two_queues_share_the_message_types_as_the_specification_routes_them() {
    FilterPolicy normal =
        FilterPolicy.parse(
            """
            {
              "message_type": ["scheduled_hello", "manual_notification"]
            }
            """,
            Scope.ATTRIBUTES);
    FilterPolicy high =
        FilterPolicy.parse(
            """
            {
              "message_type": ["alert_notification"]
            }
            """,
            Scope.ATTRIBUTES);

    Subject hello = ofType("scheduled_hello");
    Subject manual = ofType("manual_notification");
    Subject alert = ofType("alert_notification");

    assertThat(normal.matches(hello)).isTrue();
    assertThat(normal.matches(manual)).isTrue();
    assertThat(normal.matches(alert)).isFalse();
    assertThat(high.matches(hello)).isFalse();
    assertThat(high.matches(manual)).isFalse();
    assertThat(high.matches(alert)).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          # exact values
          {"a": ["x"]}                                   | {"a": "x"}
          {"a": ["x", "y"]}                              | {"a": "y", "b": "z"}
          {"a": ["x"]}                                   | {"a": ["w", "x"]}
          {"a": [300]}                                   | {"a": 3.0e2}
          {"a": [3.00]}                                  | {"a": 3}
          {"a": [0]}                                     | {"a": -0.0}
          {"a": [12345678901234567890.12345678901]}      | {"a": 12345678901234567890.12345678901}
          {"a": [true]}                                  | {"a": [false, true]}
          {"a": [null]}                                  | {"a": [null, "x"]}
          {"a": ["x"], "b": [1]}                         | {"a": "x", "b": 1}
          {"": ["x"]}                                    | {"": "x"}
          # anything-but
          {"a": [{"anything-but": "x"}]}                 | {"a": "y"}
          {"a": [{"anything-but": ["x", "y"]}]}          | {"a": "z"}
          {"a": [{"anything-but": ["x", "y"]}]}          | {"a": ["x", "z"]}
          {"a": [{"anything-but": [100, 500]}]}          | {"a": 100.1}
          {"a": [{"anything-but": [100, 500]}]}          | {"a": [100, 50]}
          {"a": [{"anything-but": ["x", 100]}]}          | {"a": "100"}
          {"a": [{"anything-but": true}]}                | {"a": [false]}
          {"a": [{"anything-but": {"prefix": "or"}}]}    | {"a": "invoice"}
          {"a": [{"anything-but": {"prefix": "or"}}]}    | {"a": 7}
          {"a": [{"anything-but": {"prefix": ["o", "p"]}}]}         | {"a": "q"}
          {"a": [{"anything-but": {"suffix": ".tmp"}}]}             | {"a": "f.txt"}
          {"a": [{"anything-but": {"equals-ignore-case": "no"}}]}   | {"a": "yes"}
          {"a": [{"anything-but": {"wildcard": "*/bin/*"}}]}        | {"a": "/usr/lib/x"}
          {"a": [{"anything-but": ["x"]}, {"exists": false}]}       | {"b": "x"}
          # text
          {"a": [{"prefix": "bas"}]}                     | {"a": "baseball"}
          {"a": [{"prefix": "bas"}]}                     | {"a": "bas"}
          {"a": [{"suffix": "ball"}]}                    | {"a": "baseball"}
          {"a": [{"equals-ignore-case": "TENnis"}]}      | {"a": "tEnNIS"}
          {"a": [{"wildcard": "*.jpg"}]}                 | {"a": "cat.jpg"}
          {"a": [{"wildcard": "a*b*c"}]}                 | {"a": "abbc"}
          {"a": [{"wildcard": "a*"}]}                    | {"a": "a"}
          {"a": [{"wildcard": "*"}]}                     | {"a": ""}
          {"a": [{"wildcard": "plain"}]}                 | {"a": "plain"}
          {"a": [{"wildcard": "5\\\\*\\\\\\\\*"}]}       | {"a": "5*\\\\6"}
          # numeric
          {"a": [{"numeric": ["=", 301.5]}]}             | {"a": 3.015e2}
          {"a": [{"numeric": ["<", 0]}]}                 | {"a": -0.00001}
          {"a": [{"numeric": ["<=", 0]}]}                | {"a": 0.0}
          {"a": [{"numeric": [">", 0]}]}                 | {"a": 1e-30}
          {"a": [{"numeric": [">=", 1e9]}]}              | {"a": 1000000000}
          {"a": [{"numeric": [">", 0, "<=", 150]}]}      | {"a": 150}
          {"a": [{"numeric": [">=", 0, "<", 150]}]}      | {"a": [-1, 0]}
          # exists
          {"a": [{"exists": true}]}                      | {"a": "x"}
          {"a": [{"exists": true}]}                      | {"a": false}
          {"a": [{"exists": true}]}                      | {"a": ["", 0]}
          {"a": [{"exists": false}]}                     | {"b": 1}
          # cidr
          {"a": [{"cidr": "10.0.0.0/24"}]}               | {"a": "10.0.0.255"}
          {"a": [{"cidr": "10.1.2.3/8"}]}                | {"a": "10.200.0.1"}
          {"a": [{"cidr": "0.0.0.0/0"}]}                 | {"a": "8.8.8.8"}
          {"a": [{"cidr": "10.0.0.7/32"}]}               | {"a": "10.0.0.7"}
          {"a": [{"cidr": "2001:db8::/32"}]}             | {"a": "2001:DB8:0:1::9"}
          # $or
          {"$or": [{"a": ["x"]}, {"b": ["y"]}]}                     | {"b": "y"}
          {"c": [1], "$or": [{"a": ["x"]}, {"b": ["y"]}]}           | {"a": "x", "c": 1}
          {"$or": [{"a": ["x"], "$or": [{"b": [1]}, {"c": [1]}]}, {"d": [1]}]} | {"a": "x", "c": 1}
          # $or as an ordinary key
          {"$or": ["x", "y"]}                            | {"$or": "y"}
          {"$or": [{"prefix": "x"}, {"prefix": "y"}]}    | {"$or": "yz"}
          # several kinds in one list
          {"a": ["x", 5, {"prefix": "y"}, {"numeric": [">", 10]}]}  | {"a": 11}
          """)
  void an_event_matches(String policy, String event) {
    for (Scope scope : Scope.values()) {
      assertThat(FilterPolicy.parse(policy, scope).matches(Events.both(event)))
          .as("%s", scope)
          .isTrue();
      assertThat(FilterPolicy.parse(policy, scope).explain(Events.both(event))).isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          # exact values
          {"a": ["x"]}                                   | {"a": "X"}
          {"a": ["x"]}                                   | {"a": "xx"}
          {"a": ["x"]}                                   | {"b": "x"}
          {"a": ["x"]}                                   | {"a": []}
          {"a": [300]}                                   | {"a": "300"}
          {"a": ["300"]}                                 | {"a": 300}
          {"a": [12345678901234567890.12345678901]}      | {"a": 12345678901234567890.12345678902}
          {"a": [true]}                                  | {"a": "true"}
          {"a": [null]}                                  | {"b": 1}
          {"a": [null]}                                  | {"a": "null"}
          {"a": ["x"], "b": [1]}                         | {"a": "x", "b": 2}
          {"a": ["x"], "b": [1]}                         | {"a": "x"}
          # anything-but needs the key
          {"a": [{"anything-but": "x"}]}                 | {"b": "y"}
          {"a": [{"anything-but": "x"}]}                 | {"a": "x"}
          {"a": [{"anything-but": ["x", "y"]}]}          | {"a": ["y", "x"]}
          {"a": [{"anything-but": [100, 500]}]}          | {"a": 1e2}
          {"a": [{"anything-but": true}]}                | {"a": true}
          {"a": [{"anything-but": {"prefix": "or"}}]}    | {"a": "order"}
          {"a": [{"anything-but": {"prefix": "or"}}]}    | {"b": "x"}
          {"a": [{"anything-but": {"prefix": ["o", "p"]}}]}         | {"a": "p"}
          {"a": [{"anything-but": {"suffix": ".tmp"}}]}             | {"a": "f.tmp"}
          {"a": [{"anything-but": {"equals-ignore-case": "no"}}]}   | {"a": "NO"}
          {"a": [{"anything-but": {"wildcard": "*/bin/*"}}]}        | {"a": "/usr/bin/x"}
          {"a": [{"anything-but": ["x"]}, {"exists": false}]}       | {"a": "x"}
          # text
          {"a": [{"prefix": "bas"}]}                     | {"a": "Baseball"}
          {"a": [{"prefix": "5"}]}                       | {"a": 5}
          {"a": [{"suffix": "ball"}]}                    | {"a": "balls"}
          {"a": [{"equals-ignore-case": "tennis"}]}      | {"a": "tennis "}
          {"a": [{"wildcard": "*.jpg"}]}                 | {"a": "cat.jpg.txt"}
          {"a": [{"wildcard": "ab*ba"}]}                 | {"a": "aba"}
          {"a": [{"wildcard": "a*b*c"}]}                 | {"a": "acb"}
          {"a": [{"wildcard": "a*bb*bc"}]}               | {"a": "abbc"}
          {"a": [{"wildcard": "plain"}]}                 | {"a": "plainer"}
          {"a": [{"wildcard": "5\\\\*"}]}                | {"a": "56"}
          {"a": [{"wildcard": "*"}]}                     | {"a": 5}
          # numeric
          {"a": [{"numeric": ["=", 301.5]}]}             | {"a": 301.50001}
          {"a": [{"numeric": ["<", 0]}]}                 | {"a": 0}
          {"a": [{"numeric": ["<=", 0]}]}                | {"a": 0.00001}
          {"a": [{"numeric": [">", 0]}]}                 | {"a": 0}
          {"a": [{"numeric": [">=", 1]}]}                | {"a": 0.99999}
          {"a": [{"numeric": [">", 0, "<=", 150]}]}      | {"a": [0, 151]}
          {"a": [{"numeric": [">", 0]}]}                 | {"a": "5"}
          # exists
          {"a": [{"exists": true}]}                      | {"b": "x"}
          {"a": [{"exists": true}]}                      | {"a": null}
          {"a": [{"exists": true}]}                      | {"a": ""}
          {"a": [{"exists": true}]}                      | {"a": []}
          {"a": [{"exists": false}]}                     | {"a": "x"}
          {"a": [{"exists": false}]}                     | {"a": null}
          {"a": [{"exists": false}]}                     | {"a": []}
          # cidr
          {"a": [{"cidr": "10.0.0.0/24"}]}               | {"a": "10.0.1.0"}
          {"a": [{"cidr": "10.0.0.0/8"}]}                | {"a": "localhost"}
          {"a": [{"cidr": "0.0.0.0/0"}]}                 | {"a": "10.1"}
          {"a": [{"cidr": "0.0.0.0/0"}]}                 | {"a": "256.1.1.1"}
          {"a": [{"cidr": "0.0.0.0/0"}]}                 | {"a": "::1"}
          {"a": [{"cidr": "2001:db8::/32"}]}             | {"a": "2001:db9::1"}
          {"a": [{"cidr": "10.0.0.0/8"}]}                | {"a": 10}
          # $or
          {"$or": [{"a": ["x"]}, {"b": ["y"]}]}                     | {"a": "y", "b": "x"}
          {"c": [1], "$or": [{"a": ["x"]}, {"b": ["y"]}]}           | {"a": "x", "c": 2}
          {"c": [1], "$or": [{"a": ["x"]}, {"b": ["y"]}]}           | {"c": 1}
          {"$or": ["x", "y"]}                            | {"x": "y"}
          """)
  void an_event_does_not_match(String policy, String event) {
    for (Scope scope : Scope.values()) {
      assertThat(FilterPolicy.parse(policy, scope).matches(Events.both(event)))
          .as("%s", scope)
          .isFalse();
      assertThat(FilterPolicy.parse(policy, scope).explain(Events.both(event))).isNotEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"m": {"stage": ["dev"]}}                       | {"m": {"stage": "dev"}}             | true
          {"m": {"stage": ["dev"]}}                       | {"m": {"stage": "prod"}}            | false
          {"m": {"stage": ["dev"]}}                       | {"m": "dev"}                        | false
          {"m": {"stage": ["dev"]}}                       | {"stage": "dev"}                    | false
          {"m": {"stage": ["dev"]}}                       | {"m.stage": "dev"}                  | false
          {"m": {"stage": ["dev"]}}                       | {"m": [{"x": 1}, {"stage": "dev"}]} | true
          {"m": {"stage": ["dev"]}}                       | {"m": [[{"stage": ["a", "dev"]}]]}  | true
          {"m": {"stage": ["dev"], "n": [1]}}             | {"m": {"stage": "dev", "n": 2}}     | false
          {"m": {"stage": ["dev"], "n": [1]}}             | {"m": [{"stage": "dev"}, {"n": 1}]} | true
          {"m": {"$or": [{"a": [1]}, {"b": [2]}]}}        | {"m": {"b": 2}}                     | true
          {"m": {"$or": [{"a": [1]}, {"b": [2]}]}}        | {"b": 2}                            | false
          {"m": [{"exists": true}]}                       | {"m": {"a": 1}}                     | false
          {"m": [{"exists": false}]}                      | {"m": {"a": 1}}                     | false
          {"m": {"a": [{"exists": false}]}}               | {"m": {"b": 1}}                     | true
          {"m": {"a": [{"exists": false}]}}               | {}                                  | true
          {"m": [{"anything-but": "x"}]}                  | {"m": {"a": 1}}                     | false
          {"prefix": {"suffix": ["x"]}}                   | {"prefix": {"suffix": "x"}}         | true
          """)
  void bodies_can_have_nested_keys(String policy, String event, boolean matches) {
    FilterPolicy parsed = FilterPolicy.parse(policy, Scope.BODY);

    assertThat(parsed.matches(Subject.of(Map.of(), event))).isEqualTo(matches);
    assertThat(parsed.explain(Subject.of(Map.of(), event)).isEmpty()).isEqualTo(matches);
  }

  @ParameterizedTest
  @EnumSource(Scope.class)
  void no_policy_and_an_empty_policy_match_every_event(Scope scope) {
    Subject bare = Subject.of(Map.of());

    assertThat(FilterPolicy.parse(null, scope)).isSameAs(FilterPolicy.ALL);
    assertThat(FilterPolicy.ALL.matches(bare)).isTrue();
    assertThat(FilterPolicy.parse("{}", scope).matches(bare)).isTrue();
    assertThat(FilterPolicy.parse("{}", scope).explain(bare)).isEmpty();
  }

  @Test
  void an_event_without_attributes_matches_no_policy_on_attributes() {
    FilterPolicy absent = FilterPolicy.parse("{\"a\": [{\"exists\": false}]}", Scope.ATTRIBUTES);

    assertThat(absent.matches(Subject.of(Map.of()))).isFalse();
    assertThat(absent.matches(Subject.of(Map.of("b", Attribute.of(1))))).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "none",
      textBlock =
          """
          none
          not json
          [{"a": "x"}]
          "a"
          {"a": "x"
          {"a": "x"} {"a": "x"}
          ''
          """)
  void a_body_that_is_not_an_object_matches_no_policy_on_bodies(String body) {
    FilterPolicy policy = FilterPolicy.parse("{\"a\": [\"x\", {\"exists\": false}]}", Scope.BODY);
    Subject event = body == null ? Subject.of(Map.of()) : Subject.of(Map.of(), body);

    assertThat(policy.matches(event)).isFalse();
  }

  private static Subject ofType(String type) {
    return Subject.of(
        Map.of(
            "event_type", Attribute.of("message_created"),
            "message_type", Attribute.of(type),
            "stage", Attribute.of("dev"),
            "source", Attribute.of("scheduler")));
  }
}
