package dev.waybill.events.envelope;

import dev.waybill.RetryPolicy;
import dev.waybill.wire.FieldError;
import dev.waybill.wire.InvalidDocument;
import dev.waybill.wire.RetryPolicyJson;
import tools.jackson.databind.node.ObjectNode;

/// Retry policies inside events, with the names they have over HTTP. Unlike elsewhere in an event a
/// field that is not known is refused: a misspelt wish would not come true.
final class RetryPolicies {

  private RetryPolicies() {}

  static RetryPolicy read(Fields policy) {
    try {
      return RetryPolicyJson.DOCUMENT.read(StrictJson.MAPPER.writeValueAsBytes(policy.node()));
    } catch (InvalidDocument refused) {
      FieldError error = refused.errors().getFirst();
      throw new InvalidEvent(
          refused.code(), policy.pointer() + error.pointer(), "is refused: " + error.message());
    }
  }

  static ObjectNode write(RetryPolicy policy) {
    return StrictJson.object(RetryPolicyJson.DOCUMENT.bytes(policy));
  }
}
