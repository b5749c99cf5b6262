package dev.waybill.wire.job;

import static dev.waybill.wire.json.Codecs.TEXT;

import dev.waybill.Failure;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import dev.waybill.wire.json.Slot;

public final class FailureJson {

  private static final Fields<Failure> FIELDS = Fields.of("Failure", "Why an attempt failed.");
  private static final Slot.Of<String> ERROR_CLASS =
      FIELDS.or(
          "error", "error_class", TEXT, Failure::errorClass, "Kind of error; default `error`.");
  private static final Slot.Of<String> MESSAGE =
      FIELDS.text("message", Failure::message, "What went wrong.");
  private static final Slot.Of<String> STACK =
      FIELDS.or(
          "",
          "stack",
          TEXT,
          failure -> failure.stack().isEmpty() ? null : failure.stack(),
          "Stack trace.");

  public static final Document<Failure> DOCUMENT =
      FIELDS.make(in -> new Failure(in.get(ERROR_CLASS), in.get(MESSAGE), in.get(STACK)));

  private FailureJson() {}
}
