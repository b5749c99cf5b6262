package dev.waybill.events.filter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.topic.Subscription.Scope;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class PolicyIndexTest {

  private static final int MANY = 100_000;
  private static final int SOME = 5_000;

  @Test
  void an_empty_index_matches_nothing() {
    assertThat(PolicyIndex.of(Map.of()).match(Events.both("{\"a\": 1}"))).isEmpty();
  }

  @Test
  void matches_are_in_the_order_of_insertion() {
    Map<String, FilterPolicy> policies = new LinkedHashMap<>();
    policies.put("z", policy("{'a': ['x']}"));
    policies.put("none", policy("{'a': ['y']}"));
    policies.put("m", FilterPolicy.ALL);
    policies.put("b", policy("{'b': [{'exists': false}]}"));
    policies.put("a", policy("{'a': [{'prefix': 'x'}]}"));

    PolicyIndex<String> index = PolicyIndex.of(policies);

    assertThat(index.size()).isEqualTo(5);
    assertThat(index.match(Events.both("{\"a\": \"x\"}"))).containsExactly("z", "m", "b", "a");
  }

  @Test
  void an_index_is_immutable() {
    Map<String, FilterPolicy> policies = new LinkedHashMap<>(Map.of("one", FilterPolicy.ALL));
    PolicyIndex<String> index = PolicyIndex.of(policies);
    policies.clear();

    assertThat(index.match(Events.both("{\"a\": 1}"))).containsExactly("one");
  }

  @Test
  void only_policies_that_share_a_value_are_checked_among_100_000() {
    Map<Integer, FilterPolicy> policies = new LinkedHashMap<>();
    IntStream.range(0, MANY)
        .forEach(i -> policies.put(i, policy("{'tenant': ['t%d']}".formatted(i / 3))));
    PolicyIndex<Integer> index = PolicyIndex.of(policies);
    Subject event = Events.both(json("{'stage': 'prod', 'tenant': 't7'}"));

    assertThat(index.candidates(event)).hasSize(3);
    assertThat(index.match(event)).containsExactly(21, 22, 23);
  }

  @Test
  void a_shared_key_does_not_hide_the_distinguishing_key() {
    lookedAt(
        i -> "{'stage': ['prod'], 'tenant': ['t%d'], 'n': [{'numeric': ['>', 0]}]}".formatted(i),
        "{'stage': 'prod', 'tenant': 't7', 'n': 1}",
        1);
  }

  @Test
  void policies_are_found_by_prefix_case_and_pattern() {
    lookedAt(i -> "{'a': [{'prefix': 'p%d/'}]}".formatted(i), "{'a': 'p7/x'}", 1);
    lookedAt(i -> "{'a': [{'equals-ignore-case': 'p%d'}]}".formatted(i), "{'a': 'P7'}", 1);
    lookedAt(i -> "{'a': [{'wildcard': 'p%d.*.x'}]}".formatted(i), "{'a': 'p7.y.x'}", 1);
    lookedAt(i -> "{'a': [{'numeric': ['=', %d.0]}]}".formatted(i), "{'a': 7}", 1);
  }

  @Test
  void policies_on_missing_keys_are_not_checked() {
    lookedAt(i -> "{'k%d': [{'anything-but': 'x'}]}".formatted(i), "{'k7': 'y', 'z': 1}", 1);
    lookedAt(i -> "{'rare': [{'numeric': ['>', %d]}]}".formatted(i), "{'a': 7}", 0);
  }

  @Test
  void alternatives_are_found_by_each_of_their_branches() {
    lookedAt(
        i -> "{'$or': [{'a': ['x%d'], 'c': [1]}, {'b': ['y%d']}]}".formatted(i, i),
        "{'a': 'x7', 'b': 'y8', 'c': 1}",
        2);
  }

  @Test
  void policies_on_bodies_are_found_by_nested_keys() {
    Map<Integer, FilterPolicy> policies = new LinkedHashMap<>();
    IntStream.range(0, SOME)
        .forEach(
            i ->
                policies.put(
                    i,
                    FilterPolicy.parse(
                        json("{'m': {'to': {'id': ['u%d']}}}".formatted(i)), Scope.BODY)));
    PolicyIndex<Integer> index = PolicyIndex.of(policies);
    Subject event =
        Subject.of(Map.of(), json("{'m': [{'to': [{'id': 'u7'}, {'id': ['u9', 'u8']}]}, 'u1']}"));

    assertThat(index.candidates(event)).hasSize(3);
    assertThat(index.match(event)).containsExactly(7, 8, 9);
  }

  @Test
  void the_index_returns_the_same_matches_as_each_policy_alone() {
    for (int seed = 0; seed < 100; seed++) {
      RandomPolicies random = new RandomPolicies(new Random(seed));
      Map<Integer, FilterPolicy> policies = new LinkedHashMap<>();
      IntStream.range(0, 60).forEach(i -> policies.put(i, random.policy()));
      PolicyIndex<Integer> index = PolicyIndex.of(policies);
      for (int i = 0; i < 25; i++) {
        Subject event = random.event();
        List<Integer> alone =
            policies.keySet().stream().filter(key -> matches(policies, key, event)).toList();
        assertThat(index.match(event)).as("seed %d, event %d", seed, i).isEqualTo(alone);
      }
    }
  }

  @Test
  void random_events_match_some_policies_and_miss_others() {
    RandomPolicies random = new RandomPolicies(new Random(1));
    List<Boolean> answers =
        IntStream.range(0, 5_000).mapToObj(i -> random.policy().matches(random.event())).toList();

    assertThat(answers.stream().filter(matched -> matched).count()).isBetween(500L, 4_500L);
  }

  private static boolean matches(Map<Integer, FilterPolicy> policies, int key, Subject event) {
    FilterPolicy policy = policies.get(key);
    return policy != null && policy.matches(event);
  }

  /// All checked policies match.
  private static void lookedAt(IntFunction<String> policyOf, String event, int matching) {
    Map<Integer, FilterPolicy> policies = new LinkedHashMap<>();
    IntStream.range(0, SOME).forEach(i -> policies.put(i, policy(policyOf.apply(i))));
    PolicyIndex<Integer> index = PolicyIndex.of(policies);

    assertThat(index.candidates(Events.both(json(event)))).hasSize(matching);
    assertThat(index.match(Events.both(json(event)))).hasSize(matching);
  }

  private static FilterPolicy policy(String singleQuoted) {
    return FilterPolicy.parse(json(singleQuoted), Scope.ATTRIBUTES);
  }

  private static String json(String singleQuoted) {
    return singleQuoted.replace('\'', '"');
  }
}
