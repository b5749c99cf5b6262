package dev.waybill.events.filter;

import dev.waybill.topic.Subscription.Scope;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Matches many policies at once. Policies are found by exact values, prefixes and required keys.
/// So the time per event grows with the policies that nearly match, and with those that only
/// require the absence of keys, not with all of them.
///
/// Immutable and thread-safe.
public final class PolicyIndex<K> {

  private final List<K> keys;
  private final List<FilterPolicy> policies;
  private final List<Integer> notAnchored = new ArrayList<>();
  private final KeyTree attributes = new KeyTree();
  private final KeyTree body = new KeyTree();

  private PolicyIndex(Map<K, FilterPolicy> all) {
    keys = List.copyOf(all.keySet());
    policies = List.copyOf(all.values());
    Anchoring anchoring = new Anchoring(policies);
    for (int position = 0; position < policies.size(); position++) {
      place(position, anchoring.anchorsOf(policies.get(position)));
    }
  }

  /// [#match] returns keys in the order of the map.
  public static <K> PolicyIndex<K> of(Map<K, FilterPolicy> policies) {
    return new PolicyIndex<>(policies);
  }

  public int size() {
    return keys.size();
  }

  /// The keys of all matching policies.
  public List<K> match(Subject subject) {
    return candidates(subject).stream()
        .filter(position -> policies.get(position).matches(subject))
        .map(keys::get)
        .toList();
  }

  /// The positions of the policies that must be checked.
  SortedSet<Integer> candidates(Subject subject) {
    SortedSet<Integer> found = new TreeSet<>(notAnchored);
    attributes.find(subject.attributes(), found);
    @Nullable JsonNode read = body.isEmpty() ? null : subject.body();
    if (read != null) {
      body.find(read, found);
    }
    return found;
  }

  private void place(int position, @Nullable Set<Anchor> anchors) {
    if (anchors == null) {
      notAnchored.add(position);
      return;
    }
    for (Anchor anchor : anchors) {
      treeOf(anchor.scope()).add(anchor.path(), anchor.probe(), position);
    }
  }

  private KeyTree treeOf(Scope scope) {
    return switch (scope) {
      case ATTRIBUTES -> attributes;
      case BODY -> body;
    };
  }
}
