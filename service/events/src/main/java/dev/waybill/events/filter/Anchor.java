package dev.waybill.events.filter;

import dev.waybill.topic.Subscription.Scope;
import java.util.List;

/// A position in the index. A policy at this position is checked if an event has the probe at the
/// path.
record Anchor(Scope scope, List<String> path, Probe probe) {

  Anchor {
    path = List.copyOf(path);
  }
}
