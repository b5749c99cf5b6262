package dev.waybill.server.auth;

import static dev.waybill.wire.Shape.Scalar.TEXT;
import static dev.waybill.wire.Shape.Scalar.TIME;
import static dev.waybill.wire.Shape.Scalar.WHOLE;
import static dev.waybill.wire.Shape.optional;
import static dev.waybill.wire.Shape.required;

import dev.waybill.wire.JsonIn;
import dev.waybill.wire.JsonOut;
import dev.waybill.wire.Shape;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

public final class AuditEntryJson {

  public static final Shape SHAPE =
      Shape.of(
          "AuditEntry",
          "One thing that an operator did or tried to do.",
          required(
              "actor", TEXT, "Who: `key:<id>`, `oidc:<subject>`, `local:<user>` or `anybody`."),
          required("action", TEXT, "What was asked for."),
          required("target", TEXT, "To what."),
          optional("detail", TEXT, "The request, cut where it is long."),
          required("outcome", TEXT, "`done`, or the code of the reason why not."),
          required("trace_id", TEXT, "Finds the call in traces and in the log."),
          required("at", TIME, "When it had ended."),
          optional("address", TEXT, "The network address of the caller."),
          optional(
              "repeats",
              WHOLE,
              "How many refused calls this entry stands for, besides the first of the minute."));

  private AuditEntryJson() {}

  public static AuditEntry read(JsonIn in) {
    var found =
        new Object() {
          String actor = "";
          String action = "";
          String target = "";
          @Nullable String detail;
          String outcome = "";
          String traceId = "";
          Instant at = Instant.EPOCH;
          @Nullable String address;
          long repeats;
        };
    in.object(
        SHAPE,
        field -> {
          switch (field) {
            case "actor" -> found.actor = in.text();
            case "action" -> found.action = in.text();
            case "target" -> found.target = in.text();
            case "detail" -> found.detail = in.text();
            case "outcome" -> found.outcome = in.text();
            case "trace_id" -> found.traceId = in.text();
            case "at" -> found.at = in.time();
            case "address" -> found.address = in.text();
            case "repeats" -> found.repeats = in.whole(0, Long.MAX_VALUE);
            default -> throw in.error("unknown_field", field);
          }
        });
    return new AuditEntry(
        found.actor,
        found.action,
        found.target,
        found.detail,
        found.outcome,
        found.traceId,
        found.at,
        found.address,
        found.repeats);
  }

  public static void write(JsonOut out, AuditEntry entry) {
    out.text("actor", entry.actor());
    out.text("action", entry.action());
    out.text("target", entry.target());
    out.text("detail", entry.detail());
    out.text("outcome", entry.outcome());
    out.text("trace_id", entry.traceId());
    out.time("at", entry.at());
    out.text("address", entry.address());
    if (entry.repeats() > 0) {
      out.number("repeats", entry.repeats());
    }
  }
}
