package dev.waybill.events.filter;

import dev.waybill.WaybillException;
import dev.waybill.events.filter.Condition.AllOf;
import dev.waybill.events.filter.Condition.AnyOf;
import dev.waybill.events.filter.Condition.OneKey;
import dev.waybill.topic.Attribute;
import dev.waybill.topic.Subscription.Scope;
import java.math.BigDecimal;
import java.util.List;

/// The limits of Amazon SNS for filter policies, which are lower than those of Waybill. A policy
/// that is within them can be the policy of a subscription in SNS.
public final class SnsLimits {

  static final int MAX_KEYS = 5;
  static final int MAX_COMBINATIONS = 150;
  private static final BigDecimal MAX_NUMBER = new BigDecimal(1_000_000_000);
  private static final int MAX_SCALE = 5;

  private SnsLimits() {}

  /// Refuses a policy that SNS would refuse, with `INVALID_ARGUMENT`.
  public static void check(String json, Scope scope) {
    FilterPolicy policy = FilterPolicy.parse(json, scope);
    if (policy.wantsAll()) {
      throw refused("has no keys; leave the filter out to receive every event");
    }
    long keys = keys(policy.root());
    if (keys > MAX_KEYS) {
      throw refused("has %d keys; SNS allows %d".formatted(keys, MAX_KEYS));
    }
    long combinations = combinations(policy.root());
    if (combinations > MAX_COMBINATIONS) {
      throw refused(
          "has %d combinations of values; SNS allows %d, counted as the product of the numbers of"
                  .formatted(combinations, MAX_COMBINATIONS)
              + " values of all keys, each multiplied by the nesting of its key");
    }
    checkOperators(policy.root());
  }

  private static WaybillException refused(String why) {
    return PolicyPointer.TOP.refused(why);
  }

  /// Only keys with values count.
  private static long keys(Condition condition) {
    return switch (condition) {
      case OneKey _ -> 1;
      case AllOf(var all) -> all.stream().mapToLong(SnsLimits::keys).sum();
      case AnyOf(var branches) -> branches.stream().mapToLong(SnsLimits::keys).sum();
    };
  }

  private static long combinations(Condition condition) {
    return switch (condition) {
      case OneKey(var path, var operators) -> path.size() * values(operators);
      case AllOf(var all) ->
          all.stream().mapToLong(SnsLimits::combinations).reduce(1, Math::multiplyExact);
      case AnyOf(var branches) -> branches.stream().mapToLong(SnsLimits::combinations).sum();
    };
  }

  private static long values(List<Operator> operators) {
    return operators.stream()
        .mapToLong(one -> one instanceof Operator.OneOf(var all) ? all.size() : 1)
        .sum();
  }

  private static void checkOperators(Condition condition) {
    switch (condition) {
      case OneKey(var _, var operators) -> operators.forEach(SnsLimits::checkOperator);
      case AllOf(var all) -> all.forEach(SnsLimits::checkOperators);
      case AnyOf(var branches) -> branches.forEach(SnsLimits::checkOperators);
    }
  }

  private static void checkOperator(Operator operator) {
    switch (operator) {
      case Operator.OneOf(var values) -> values.forEach(SnsLimits::checkNumber);
      case Operator.NoneOf(var values) -> values.forEach(SnsLimits::checkNumber);
      case Range(var bounds) -> bounds.forEach(bound -> checkNumber(bound.limit()));
      case Operator.NotLike(var unwanted) -> {
        if (!unwanted.stream().allMatch(Operator.Prefix.class::isInstance)) {
          throw refused("has an operator inside anything-but; SNS allows only prefix there");
        }
      }
      case Operator.Prefix _,
          Operator.Suffix _,
          Operator.IgnoreCase _,
          Operator.Wildcard _,
          Operator.Cidr _,
          Operator.Exists _ -> {}
    }
  }

  private static void checkNumber(Attribute.Single value) {
    if (value instanceof Attribute.Numeric(var number)) {
      checkNumber(number);
    }
  }

  private static void checkNumber(BigDecimal number) {
    if (number.abs().compareTo(MAX_NUMBER) > 0 || number.stripTrailingZeros().scale() > MAX_SCALE) {
      throw refused(
          "has the number %s; SNS compares numbers up to 1000000000 with 5 decimal places"
              .formatted(number));
    }
  }
}
