package dev.waybill.events.envelope;

import java.util.function.Predicate;
import tools.jackson.databind.node.ObjectNode;

/// A rule for events of one kind that a JSON Schema cannot express.
record Rule(String pointer, Predicate<ObjectNode> holds, String otherwise) {

  void check(ObjectNode event) {
    Invalid.check(holds.test(event), pointer, otherwise);
  }
}
