package dev.waybill.events.filter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.WaybillException;
import dev.waybill.topic.Subscription.Scope;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Policies and events with few keys and values, so that they often match.
final class RandomPolicies {

  private static final List<String> TEXTS =
      List.of("", "a", "A", "ab", "aB", "abc", "b", "ba", "10.0.0.1", "10.9.0.1", "é", "É", "1");
  private static final List<String> OPERATORS =
      List.of(
          "{'prefix': 'a'}",
          "{'prefix': 'ab'}",
          "{'prefix': '10.0'}",
          "{'suffix': 'b'}",
          "{'equals-ignore-case': 'AB'}",
          "{'equals-ignore-case': 'É'}",
          "{'wildcard': 'a*c'}",
          "{'wildcard': '*b*'}",
          "{'wildcard': 'abc'}",
          "{'cidr': '10.0.0.0/16'}",
          "{'exists': true}",
          "{'exists': false}",
          "{'numeric': ['=', 1.0]}",
          "{'numeric': ['>', 0, '<=', 2]}",
          "{'numeric': ['<', 1]}",
          "{'anything-but': ['a', 'b', 1]}",
          "{'anything-but': 'ab'}",
          "{'anything-but': {'prefix': 'a'}}",
          "{'anything-but': {'wildcard': ['*b', '1*']}}");

  private final Random random;

  RandomPolicies(Random random) {
    this.random = random;
  }

  FilterPolicy policy() {
    if (random.nextInt(30) == 0) {
      return FilterPolicy.ALL;
    }
    boolean body = random.nextBoolean();
    String json = object(2, body).replace('\'', '"');
    try {
      return FilterPolicy.parse(json, body ? Scope.BODY : Scope.ATTRIBUTES);
    } catch (WaybillException refusal) {
      assertThat(refusal).hasMessageContaining("multiply to more than");
      return policy();
    }
  }

  /// Attributes and body are independent of each other.
  Subject event() {
    Subject flat = Events.both(flatEvent().replace('\'', '"'));
    String body = random.nextInt(20) == 0 ? "no object" : eventObject(2).replace('\'', '"');
    return Subject.of(flat.attributes(), body);
  }

  private String object(int depth, boolean body) {
    String fields =
        keys()
            .limit(random.nextInt(3) == 0 ? 2 : 1)
            .map(key -> "'" + key + "': " + wanted(depth, body))
            .collect(Collectors.joining(", "));
    boolean or = depth > 0 && random.nextInt(4) == 0;
    return "{" + fields + (or ? ", '$or': " + branches(depth, body) : "") + "}";
  }

  private String wanted(int depth, boolean body) {
    return body && depth > 0 && random.nextInt(4) == 0
        ? object(depth - 1, true)
        : list(1, 2, () -> random.nextBoolean() ? pick(OPERATORS) : scalar());
  }

  private String branches(int depth, boolean body) {
    return list(2, 3, () -> object(depth - 1, body));
  }

  private String flatEvent() {
    if (random.nextInt(10) == 0) {
      return "{}";
    }
    return keys()
        .map(
            key ->
                "'" + key + "': " + (random.nextInt(3) == 0 ? list(0, 2, this::scalar) : scalar()))
        .collect(Collectors.joining(", ", "{", "}"));
  }

  private String eventObject(int depth) {
    return keys()
        .map(key -> "'" + key + "': " + eventValue(depth))
        .collect(Collectors.joining(", ", "{", "}"));
  }

  private String eventValue(int depth) {
    return switch (depth == 0 ? 0 : random.nextInt(4)) {
      case 1 -> eventObject(depth - 1);
      case 2 -> list(0, 2, () -> eventValue(depth - 1));
      default -> scalar();
    };
  }

  private String scalar() {
    return switch (random.nextInt(8)) {
      case 0 -> "1";
      case 1 -> "1.00";
      case 2 -> "2e0";
      case 3 -> random.nextBoolean() ? "true" : "null";
      default -> "'" + pick(TEXTS) + "'";
    };
  }

  private Stream<String> keys() {
    List<String> some = Stream.of("k", "l", "m").filter(key -> random.nextInt(3) > 0).toList();
    return some.isEmpty() ? Stream.of("k") : some.stream();
  }

  private String list(int atLeast, int atMost, Supplier<String> element) {
    return Stream.generate(element)
        .limit(random.nextInt(atLeast, atMost + 1))
        .collect(Collectors.joining(", ", "[", "]"));
  }

  private String pick(List<String> some) {
    return some.get(random.nextInt(some.size()));
  }
}
