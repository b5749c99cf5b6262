package dev.waybill.events.filter;

import dev.waybill.events.filter.Condition.AllOf;
import dev.waybill.events.filter.Condition.AnyOf;
import dev.waybill.events.filter.Condition.OneKey;
import dev.waybill.topic.Subscription.Scope;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Chooses the anchors of each policy. All keys of a policy must match, so one of them is enough to
/// find the policy: the one whose anchors are shared with the fewest policies.
final class Anchoring {

  private final Map<Anchor, Long> uses = new HashMap<>();

  Anchoring(Collection<FilterPolicy> policies) {
    policies.forEach(policy -> count(policy.scope(), policy.root()));
  }

  /// Every matching event has at least one of these anchors. Null if no set of anchors guarantees
  /// that.
  @Nullable Set<Anchor> anchorsOf(FilterPolicy policy) {
    return choose(policy.scope(), policy.root());
  }

  private void count(Scope scope, Condition condition) {
    switch (condition) {
      case OneKey key -> anchors(scope, key).forEach(anchor -> uses.merge(anchor, 1L, Long::sum));
      case AllOf(var all) -> all.forEach(one -> count(scope, one));
      case AnyOf(var branches) -> branches.forEach(branch -> count(scope, branch));
    }
  }

  private @Nullable Set<Anchor> choose(Scope scope, Condition condition) {
    return switch (condition) {
      case OneKey key -> Probe.canFind(key.operators()) ? anchors(scope, key) : null;
      case AllOf(var all) ->
          all.stream()
              .map(one -> choose(scope, one))
              .filter(Objects::nonNull)
              .min(Comparator.comparingLong(this::weight))
              .orElse(null);
      case AnyOf any -> ofEveryBranch(scope, any);
    };
  }

  private @Nullable Set<Anchor> ofEveryBranch(Scope scope, AnyOf any) {
    Set<Anchor> together = new LinkedHashSet<>();
    for (AllOf branch : any.branches()) {
      @Nullable Set<Anchor> some = choose(scope, branch);
      if (some == null) {
        return null;
      }
      together.addAll(some);
    }
    return together;
  }

  private long weight(Set<Anchor> anchors) {
    return anchors.stream().mapToLong(anchor -> uses.getOrDefault(anchor, 0L)).sum();
  }

  private static Set<Anchor> anchors(Scope scope, OneKey key) {
    return key.operators().stream()
        .flatMap(Probe::of)
        .map(probe -> new Anchor(scope, key.path(), probe))
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }
}
