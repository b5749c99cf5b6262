package dev.waybill.wire.job;

import static dev.waybill.wire.json.Codecs.word;

import dev.waybill.Code;
import dev.waybill.result.FieldError;
import dev.waybill.result.Refused;
import dev.waybill.wire.FieldErrorJson;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import dev.waybill.wire.json.Slot;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

public final class RefusedJson {

  private static final Fields<Refused> FIELDS =
      Fields.of("Refused", "Why one item was refused. The item changed nothing.");
  private static final Slot.Of<Code> CODE =
      FIELDS.required("code", word(Code.class), Refused::code, "Stable error code for programs.");
  private static final Slot.Of<String> DETAIL =
      FIELDS.text("detail", Refused::detail, "Explanation for people.");

  static {
    FIELDS.flag(
        "retryable",
        refused -> refused.code().isRetryable(),
        "Whether the same request may succeed later.");
  }

  private static final Slot.Of<List<FieldError>> ERRORS =
      FieldErrorJson.field(FIELDS, Refused::errors);

  public static final Document<Refused> DOCUMENT =
      FIELDS.make(in -> new Refused(in.get(CODE), in.get(DETAIL), in.get(ERRORS)));

  private RefusedJson() {}

  /// Declares the `error` field of a result, an alternative to its other fields.
  public static <T> Slot.Maybe<Refused> field(
      Fields<T> fields, Function<T, @Nullable Refused> getter) {
    fields.alternative("error");
    return fields.optional("error", DOCUMENT, getter, "Why the item was refused.");
  }
}
