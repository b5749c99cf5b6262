package dev.waybill.events.filter;

import dev.waybill.topic.Subscription.Scope;
import java.util.List;

/// A place in the index: policies that stand here are looked at when an event has this at this key.
record Anchor(Scope scope, List<String> path, Probe probe) {

  Anchor {
    path = List.copyOf(path);
  }
}
