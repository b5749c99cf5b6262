package dev.waybill.events.jsonschema;

import tools.jackson.databind.JsonNode;

/// One rule of a schema.
interface Check {

  /// Whether the value conforms to the rule. If it does not, records a violation in the run.
  boolean test(JsonNode value, Run run);
}
