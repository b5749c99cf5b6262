package dev.waybill.events.jsonschema;

import java.util.BitSet;
import java.util.HashSet;
import java.util.Set;

/// The evaluated fields and items of one value, for `unevaluatedProperties` and `unevaluatedItems`.
final class Evaluated {

  private final Set<String> names = new HashSet<>();
  private final BitSet items = new BitSet();
  private boolean allItems;

  void name(String name) {
    names.add(name);
  }

  void item(int index) {
    items.set(index);
  }

  void allItems() {
    allItems = true;
  }

  boolean has(String name) {
    return names.contains(name);
  }

  boolean has(int index) {
    return allItems || items.get(index);
  }

  void addAll(Evaluated other) {
    names.addAll(other.names);
    items.or(other.items);
    allItems |= other.allItems;
  }
}
