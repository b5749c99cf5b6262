package dev.waybill.wire;

import static dev.waybill.wire.Shape.Scalar.FLAG;
import static dev.waybill.wire.Shape.Scalar.TEXT;
import static dev.waybill.wire.Shape.optional;
import static dev.waybill.wire.Shape.required;

import dev.waybill.Code;
import dev.waybill.Refused;

/// Why one item of a call was refused.
public final class RefusedJson {

  public static final Shape SHAPE =
      Shape.of(
          "Refused",
          "Why one item was refused. Nothing was changed by it.",
          required("code", Shape.Words.of(Code.class), "Stable; what a program looks at."),
          required("detail", TEXT, "What a person looks at."),
          required("retryable", FLAG, "Whether the same may succeed later."));

  /// The field it stands in.
  static final Shape.Field FIELD =
      optional("error", new Shape.Part(SHAPE), "Where the item was refused.");

  private RefusedJson() {}

  public static Refused read(JsonIn in) {
    var found =
        new Object() {
          Code code = Code.INVALID_ARGUMENT;
          String detail = "";
        };
    in.object(
        SHAPE,
        field -> {
          switch (field) {
            case "code" -> found.code = in.word(Code.class);
            case "detail" -> found.detail = in.text();
            case "retryable" -> in.flag();
            default -> throw in.unread(field);
          }
        });
    return new Refused(found.code, found.detail);
  }

  public static void write(JsonOut out, Refused refused) {
    out.object(
        "error",
        fields -> {
          fields.text("code", refused.code().wire());
          fields.text("detail", refused.detail());
          fields.flag("retryable", refused.code().isRetryable());
        });
  }
}
