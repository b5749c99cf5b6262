package dev.waybill.events.jsonschema;

import tools.jackson.databind.JsonNode;

/// One rule of a schema.
interface Check {

  /// Whether the value keeps to the rule. Where it does not, the run is told why.
  boolean test(JsonNode value, Run run);
}
