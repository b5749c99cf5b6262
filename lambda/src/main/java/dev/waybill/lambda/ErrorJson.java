package dev.waybill.lambda;

import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import dev.waybill.wire.json.Slot;

/// The document with which a function reports an error to Lambda.
final class ErrorJson {

  private record RuntimeError(String type, String message) {}

  private static final Document<RuntimeError> DOCUMENT = document();

  private ErrorJson() {}

  static byte[] write(Throwable error) {
    return DOCUMENT.bytes(
        new RuntimeError(error.getClass().getSimpleName(), String.valueOf(error.getMessage())));
  }

  private static Document<RuntimeError> document() {
    Fields<RuntimeError> fields = Fields.of("LambdaError", "An error of a function.");
    Slot.Of<String> type = fields.text("errorType", RuntimeError::type, "Its class.");
    Slot.Of<String> message = fields.text("errorMessage", RuntimeError::message, "Its message.");
    return fields.make(in -> new RuntimeError(in.get(type), in.get(message)));
  }
}
