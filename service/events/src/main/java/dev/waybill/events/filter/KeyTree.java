package dev.waybill.events.filter;

import dev.waybill.events.envelope.AttributeJson;
import dev.waybill.topic.Attribute;
import dev.waybill.topic.Attribute.Single;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// The index of policies as a tree of keys, with the policies of each key by probe. A search
/// descends only into keys that both the event and the tree have.
final class KeyTree {

  private final Map<String, KeyTree> children = new HashMap<>();
  private final Map<Probe, List<Integer>> policies = new HashMap<>();
  private final BitSet startLengths = new BitSet();
  private boolean folds;

  /// Called only while the index is built.
  void add(List<String> path, Probe probe, int policy) {
    KeyTree node = this;
    for (String name : path) {
      node = node.children.computeIfAbsent(name, none -> new KeyTree());
    }
    node.policies.computeIfAbsent(probe, none -> new ArrayList<>()).add(policy);
    switch (probe) {
      case Probe.Begins(var start) -> node.startLengths.set(start.length());
      case Probe.Folded _ -> node.folds = true;
      case Probe.Exact _, Probe.Present _ -> {}
    }
  }

  boolean isEmpty() {
    return children.isEmpty();
  }

  void find(Map<String, Attribute> attributes, Set<Integer> found) {
    for (String name : fewer(children.keySet(), attributes.keySet())) {
      @Nullable KeyTree child = children.get(name);
      if (child != null) {
        child.take(attributes.get(name), found);
      }
    }
  }

  void find(JsonNode node, Set<Integer> found) {
    if (node.isArray()) {
      node.values().forEach(element -> find(element, found));
    } else if (!node.isObject()) {
      take(AttributeJson.single(node), found);
    } else {
      fewer(children.keySet(), node.propertyNames())
          .forEach(name -> descend(children.get(name), node.get(name), found));
    }
  }

  private static Collection<String> fewer(Collection<String> ours, Collection<String> theirs) {
    return ours.size() <= theirs.size() ? ours : theirs;
  }

  private static void descend(
      @Nullable KeyTree child, @Nullable JsonNode node, Set<Integer> found) {
    if (child != null && node != null) {
      child.find(node, found);
    }
  }

  private void take(@Nullable Attribute attribute, Set<Integer> found) {
    switch (attribute) {
      case null -> {}
      case Single value -> probe(value, found);
      case Attribute.Many(var values) -> values.forEach(value -> probe(value, found));
      case Attribute.Binary _ -> {}
    }
  }

  private void probe(Single value, Set<Integer> found) {
    if (policies.isEmpty()) {
      return;
    }
    add(new Probe.Exact(value), found);
    add(new Probe.Present(), found);
    if (value instanceof Attribute.Text(String text)) {
      if (folds) {
        add(Probe.Folded.of(text), found);
      }
      startLengths.stream()
          .takeWhile(length -> length <= text.length())
          .forEach(length -> add(new Probe.Begins(text.substring(0, length)), found));
    }
  }

  private void add(Probe probe, Set<Integer> found) {
    found.addAll(policies.getOrDefault(probe, List.of()));
  }
}
