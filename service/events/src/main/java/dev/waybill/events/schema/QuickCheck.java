package dev.waybill.events.schema;

import tools.jackson.databind.JsonNode;

/// Looks at a value and says "surely valid", or that it does not know. It never says "invalid".
interface QuickCheck {

  QuickCheck ANYTHING = value -> true;
  QuickCheck UNSURE = value -> false;

  boolean surelyValid(JsonNode value);
}
