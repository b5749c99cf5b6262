package dev.waybill.wire;

import static dev.waybill.wire.Shape.Scalar.FLAG;
import static dev.waybill.wire.Shape.Scalar.TEXT;
import static dev.waybill.wire.Shape.Scalar.WHOLE;
import static dev.waybill.wire.Shape.optional;
import static dev.waybill.wire.Shape.required;

import java.util.List;

public final class ProblemJson {

  public static final String MEDIA_TYPE = "application/problem+json";

  private static final int MOST_ERRORS = 1_000;

  private static final Shape ERROR =
      Shape.of(
          "FieldError",
          "What is wrong with one place in the request.",
          required("pointer", TEXT, "The place, as a JSON pointer."),
          required("code", TEXT, "What kind of mistake it is."),
          required("message", TEXT, "What is allowed."));

  public static final Shape SHAPE =
      Shape.of(
          "Problem",
          "Why a call was refused or failed (RFC 9457).",
          required("type", TEXT, "An address that stands for the code."),
          required("title", TEXT, "The code in words."),
          required("status", WHOLE, "The HTTP status."),
          required("detail", TEXT, "What happened this time."),
          required("code", TEXT, "Stable; what a program looks at."),
          required("trace_id", TEXT, "Names this call in logs and traces."),
          required("retryable", FLAG, "Whether the same call may succeed later."),
          optional("errors", new Shape.Items(new Shape.Part(ERROR)), "The places that are wrong."));

  private ProblemJson() {}

  public static Problem read(JsonIn in) {
    var found =
        new Object() {
          int status;
          String detail = "";
          String code = "";
          String traceId = "";
          boolean retryable;
          List<FieldError> errors = List.of();
        };
    in.object(
        SHAPE,
        field -> {
          switch (field) {
            case "type", "title" -> in.text();
            case "status" -> found.status = in.count();
            case "detail" -> found.detail = in.text();
            case "code" -> found.code = in.text();
            case "trace_id" -> found.traceId = in.text();
            case "retryable" -> found.retryable = in.flag();
            case "errors" -> found.errors = in.list(MOST_ERRORS, () -> readError(in));
            default -> throw in.unread(field);
          }
        });
    return new Problem(
        found.status, found.code, found.detail, found.traceId, found.retryable, found.errors);
  }

  private static FieldError readError(JsonIn in) {
    var found =
        new Object() {
          String pointer = "";
          String code = "";
          String message = "";
        };
    in.object(
        ERROR,
        field -> {
          switch (field) {
            case "pointer" -> found.pointer = in.text();
            case "code" -> found.code = in.text();
            case "message" -> found.message = in.text();
            default -> throw in.unread(field);
          }
        });
    return new FieldError(found.pointer, found.code, found.message);
  }

  public static void write(JsonOut out, Problem problem) {
    out.text("type", problem.type());
    out.text("title", problem.title());
    out.number("status", problem.status());
    out.text("detail", problem.detail());
    out.text("code", problem.code());
    out.text("trace_id", problem.traceId());
    out.flag("retryable", problem.retryable());
    if (!problem.errors().isEmpty()) {
      out.objects("errors", problem.errors(), ProblemJson::writeError);
    }
  }

  private static void writeError(JsonOut out, FieldError error) {
    out.text("pointer", error.pointer());
    out.text("code", error.code());
    out.text("message", error.message());
  }
}
