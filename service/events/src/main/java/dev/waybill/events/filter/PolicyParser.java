package dev.waybill.events.filter;

import dev.waybill.base.Text;
import dev.waybill.events.filter.Condition.AllOf;
import dev.waybill.events.filter.Condition.AnyOf;
import dev.waybill.events.filter.Condition.OneKey;
import dev.waybill.topic.Subscription.Scope;
import dev.waybill.wire.json.JsonProblems;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/// Parses one policy, and refuses a policy that is invalid or too large.
final class PolicyParser {

  private static final String OR = "$or";

  private final Scope scope;
  private int keys;

  PolicyParser(Scope scope) {
    this.scope = scope;
  }

  AllOf parse(String json) {
    JsonNode root = read(json);
    if (!root.isObject()) {
      throw PolicyPointer.TOP.refused(
          "it is not a JSON object; write one such as {\"key\": [\"value\"]}");
    }
    AllOf all =
        root.isEmpty() ? new AllOf(List.of()) : object(root, PolicyPointer.TOP, List.of(), 1);
    if (combinations(all) > FilterPolicy.MAX_COMBINATIONS) {
      throw PolicyPointer.TOP.refused(
          "the numbers of values of its keys multiply to more than "
              + FilterPolicy.MAX_COMBINATIONS
              + "; use fewer values or keys, or several subscriptions");
    }
    return all;
  }

  private static JsonNode read(String json) {
    if (json.getBytes(StandardCharsets.UTF_8).length > FilterPolicy.MAX_BYTES) {
      throw PolicyPointer.TOP.refused(
          "it is longer than " + FilterPolicy.MAX_BYTES + " bytes; shorten it");
    }
    try {
      return FilterJson.readPolicy(json);
    } catch (JacksonException notJson) {
      throw PolicyPointer.TOP.refused("it is not valid JSON: " + JsonProblems.words(notJson));
    } catch (NumberFormatException _) {
      throw PolicyPointer.TOP.refused("it is not valid JSON: a number has too many digits");
    }
  }

  private AllOf object(JsonNode object, PolicyPointer pointer, List<String> path, int depth) {
    if (object.isEmpty()) {
      throw pointer.refused("the object has no keys; add one, or remove the object");
    }
    if (depth > FilterPolicy.MAX_DEPTH) {
      throw pointer.refused(
          "keys are nested deeper than " + FilterPolicy.MAX_DEPTH + "; filter on a higher key");
    }
    List<Condition> conditions = new ArrayList<>();
    for (Map.Entry<String, JsonNode> field : object.properties()) {
      String name = field.getKey();
      PolicyPointer here = pointer.key(name);
      conditions.add(
          isOr(name, field.getValue())
              ? or(field.getValue(), here, path, depth)
              : key(field.getValue(), here, append(path, name), depth));
    }
    return new AllOf(conditions);
  }

  /// SNS treats `$or` as an ordinary key unless its value is a list of at least two objects, none
  /// of which has the name of an operator as a key.
  private static boolean isOr(String name, JsonNode value) {
    return name.equals(OR) && value.size() >= 2 && isListOfPolicies(value);
  }

  private static boolean isListOfPolicies(JsonNode value) {
    return value.isArray()
        && value.values().stream().allMatch(JsonNode::isObject)
        && value.values().stream().noneMatch(PolicyParser::namesAnOperator);
  }

  private static boolean namesAnOperator(JsonNode object) {
    return object.propertyNames().stream().anyMatch(OperatorNames.ALL::contains);
  }

  private AnyOf or(JsonNode branches, PolicyPointer pointer, List<String> path, int depth) {
    List<AllOf> read = new ArrayList<>();
    for (JsonNode branch : branches.values()) {
      read.add(object(branch, pointer.element(read.size()), path, depth + 1));
    }
    return new AnyOf(read);
  }

  private Condition key(JsonNode value, PolicyPointer pointer, List<String> path, int depth) {
    if (value.isObject()) {
      return nested(value, pointer, path, depth);
    }
    if (!value.isArray()) {
      throw pointer.refused(
          "the value of a key must be a list; write " + asList(path.getLast(), value));
    }
    if (path.getLast().equals(OR) && value.size() == 1 && isListOfPolicies(value)) {
      throw pointer.refused(
          "$or requires at least two objects; add one, or write its keys without $or");
    }
    if (++keys > FilterPolicy.MAX_KEYS) {
      throw pointer.refused(
          "the policy has more than " + FilterPolicy.MAX_KEYS + " keys; use fewer");
    }
    return new OneKey(path, OperatorParser.list(value, pointer));
  }

  private Condition nested(JsonNode value, PolicyPointer pointer, List<String> path, int depth) {
    if (scope == Scope.BODY) {
      return object(value, pointer, path, depth + 1);
    }
    throw pointer.refused(
        namesAnOperator(value)
            ? "an operator must be in a list; write [" + Text.storable(value.toString(), 80) + "]"
            : "attributes cannot be nested; write a list of values, or filter on the body");
  }

  private static String asList(String name, JsonNode value) {
    String plain = "[" + Text.storable(value.toString(), 80) + "]";
    return OperatorNames.ALL.contains(name)
        ? plain + "; an operator must be in a list: [{\"" + name + "\": ...}]"
        : plain;
  }

  private static List<String> append(List<String> path, String name) {
    return Stream.concat(path.stream(), Stream.of(name)).toList();
  }

  /// Counts combinations as SNS does, up to one more than the maximum.
  private static long combinations(Condition condition) {
    long counted =
        switch (condition) {
          case OneKey(var path, var operators) ->
              operators.stream().mapToLong(PolicyParser::size).sum();
          case AllOf(var all) ->
              all.stream()
                  .mapToLong(PolicyParser::combinations)
                  .reduce(
                      1,
                      (left, right) -> Math.min(left * right, FilterPolicy.MAX_COMBINATIONS + 1));
          case AnyOf(var branches) -> branches.stream().mapToLong(PolicyParser::combinations).sum();
        };
    return Math.min(counted, FilterPolicy.MAX_COMBINATIONS + 1);
  }

  private static long size(Operator operator) {
    return operator instanceof Operator.OneOf(var values) ? values.size() : 1;
  }
}
