package dev.waybill.wire;

import static dev.waybill.wire.Shape.Scalar.TEXT;
import static dev.waybill.wire.Shape.optional;
import static dev.waybill.wire.Shape.required;

import dev.waybill.Failure;

public final class FailureJson {

  public static final Shape SHAPE =
      Shape.of(
          "Failure",
          "Why an attempt did not succeed.",
          optional("error_class", TEXT, "The kind of error; `error` where it is left out."),
          required("message", TEXT, "What went wrong."),
          optional("stack", TEXT, "Where it went wrong."));

  private FailureJson() {}

  public static Failure read(JsonIn in) {
    var found =
        new Object() {
          String errorClass = "error";
          String message = "";
          String stack = "";
        };
    in.object(
        SHAPE,
        field -> {
          switch (field) {
            case "error_class" -> found.errorClass = in.text();
            case "message" -> found.message = in.text();
            case "stack" -> found.stack = in.text();
            default -> throw in.unread(field);
          }
        });
    return new Failure(found.errorClass, found.message, found.stack);
  }

  public static void write(JsonOut out, Failure failure) {
    out.text("error_class", failure.errorClass());
    out.text("message", failure.message());
    out.text("stack", failure.stack().isEmpty() ? null : failure.stack());
  }
}
