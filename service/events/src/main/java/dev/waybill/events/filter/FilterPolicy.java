package dev.waybill.events.filter;

import dev.waybill.topic.Subscription.Scope;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Selects the events of a subscription, in the grammar of Amazon SNS. A policy is a JSON object.
/// All its keys must match; a key matches if one of the values in its list does.
///
/// Differences from SNS: numbers are compared exactly and without bounds, `anything-but` also takes
/// `suffix`, `equals-ignore-case` and `wildcard`, and the limits below are higher.
public final class FilterPolicy {

  /// Maximum size of a policy in bytes of UTF-8.
  public static final int MAX_BYTES = 256 * 1024;

  /// Maximum number of keys with a list of values, including those in `$or`.
  public static final int MAX_KEYS = 256;

  /// Maximum product of the numbers of values of all keys; the branches of a `$or` are added
  /// instead.
  public static final int MAX_COMBINATIONS = 1_000;

  /// Maximum number of values in a list within an operator.
  public static final int MAX_LIST = 1_000;

  /// Maximum nesting of keys and `$or`.
  public static final int MAX_DEPTH = 32;

  /// Maximum length of a `wildcard` pattern in characters.
  public static final int MAX_WILDCARD = 256;

  /// The policy of a subscription without a filter: it matches every event.
  public static final FilterPolicy ALL =
      new FilterPolicy(Scope.ATTRIBUTES, "{}", new Condition.AllOf(List.of()));

  private final Scope scope;
  private final String json;
  private final Condition.AllOf root;

  private FilterPolicy(Scope scope, String json, Condition.AllOf root) {
    this.scope = scope;
    this.json = json;
    this.root = root;
  }

  /// Parses a policy. Null and a policy without keys match every event. An invalid policy is
  /// refused with `INVALID_ARGUMENT`, and the message contains a JSON pointer.
  public static FilterPolicy parse(@Nullable String json, Scope scope) {
    if (json == null) {
      return ALL;
    }
    return new FilterPolicy(scope, json, new PolicyParser(scope).parse(json));
  }

  public Scope scope() {
    return scope;
  }

  /// The policy as it was written.
  public String json() {
    return json;
  }

  /// Whether every event matches.
  public boolean wantsAll() {
    return root.conditions().isEmpty();
  }

  public boolean matches(Subject subject) {
    return wantsAll() || (subject.hasKeys(scope) && root.holds(scope, subject));
  }

  /// The reasons why the event does not match, one per key; empty if it matches.
  public List<Mismatch> explain(Subject subject) {
    if (wantsAll()) {
      return List.of();
    }
    return subject.hasKeys(scope) ? root.mismatches(scope, subject) : List.of(nothingToLookAt());
  }

  Condition.AllOf root() {
    return root;
  }

  private Mismatch nothingToLookAt() {
    return switch (scope) {
      case ATTRIBUTES -> new Mismatch("the set of attributes", "at least one attribute", "empty");
      case BODY -> new Mismatch("the body", "a JSON object", "not a JSON object");
    };
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof FilterPolicy that && scope == that.scope && json.equals(that.json);
  }

  @Override
  public int hashCode() {
    return 31 * scope.hashCode() + json.hashCode();
  }

  @Override
  public String toString() {
    return scope + " " + json;
  }
}
