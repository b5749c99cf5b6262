package dev.waybill.wire;

import dev.waybill.result.FieldError;
import dev.waybill.wire.json.Codecs;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import dev.waybill.wire.json.Slot;
import java.util.List;

public final class ProblemJson {

  public static final String MEDIA_TYPE = "application/problem+json";

  private static final Fields<Problem> FIELDS =
      Fields.of("Problem", "Why a call was refused or failed (RFC 9457).");

  static {
    FIELDS.text("type", Problem::type, "URI of the code.");
    FIELDS.text("title", Problem::title, "The code in words.");
  }

  private static final Slot.Of<Integer> STATUS =
      FIELDS.or(
          0,
          "status",
          Codecs.COUNT,
          problem -> problem.status() == 0 ? null : problem.status(),
          "HTTP status; absent if the problem did not come from a server.");
  private static final Slot.Of<String> DETAIL =
      FIELDS.text("detail", Problem::detail, "Explanation for people.");
  private static final Slot.Of<String> CODE =
      FIELDS.text("code", Problem::code, "Stable error code for programs.");
  private static final Slot.Of<String> TRACE_ID =
      FIELDS.text("trace_id", Problem::traceId, "ID of this call in logs and traces.");
  private static final Slot.Flag RETRYABLE =
      FIELDS.flag("retryable", Problem::retryable, "Whether the same call may succeed later.");
  private static final Slot.Of<List<FieldError>> ERRORS =
      FieldErrorJson.field(FIELDS, Problem::errors);

  public static final Document<Problem> DOCUMENT =
      FIELDS.make(
          in ->
              new Problem(
                  in.get(STATUS),
                  in.get(CODE),
                  in.get(DETAIL),
                  in.get(TRACE_ID),
                  in.get(RETRYABLE),
                  in.get(ERRORS)));

  private ProblemJson() {}
}
