package dev.waybill.events.filter;

import java.util.List;

/// A place in the index: policies that stand here are looked at when an event has this at this key.
record Anchor(FilterScope scope, List<String> path, Probe probe) {

  Anchor {
    path = List.copyOf(path);
  }
}
