package dev.waybill.events.filter;

import dev.waybill.topic.Subscription.Scope;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Which events a subscription wants, in the grammar of Amazon SNS. A policy is a JSON object. All
/// its keys must match; a key matches if one of the values in its list does.
///
/// Beyond SNS, numbers are compared exactly and without bounds, `anything-but` also takes `suffix`,
/// `equals-ignore-case` and `wildcard`, and the limits below are higher than those of SNS.
public final class FilterPolicy {

  /// The longest policy, in bytes of UTF-8.
  public static final int MAX_BYTES = 256 * 1024;

  /// How many keys with a list of values a policy may have, those in `$or` included.
  public static final int MAX_KEYS = 256;

  /// The product of the numbers of values of all keys; the branches of a `$or` add up instead.
  public static final int MAX_COMBINATIONS = 1_000;

  /// How many values one list within an operator may have.
  public static final int MAX_LIST = 1_000;

  /// How deep keys and `$or` may be nested.
  public static final int MAX_DEPTH = 32;

  /// The longest pattern of a `wildcard`, in characters.
  public static final int MAX_WILDCARD = 256;

  /// The policy of a subscription that has none: it wants every event.
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

  /// Reads a policy. No policy, and one without keys, want every event. What is not a policy is
  /// refused as `INVALID_ARGUMENT`, and the message names the place as a JSON pointer.
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

  /// Why the event does not match, one reason per key; empty where it matches.
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
