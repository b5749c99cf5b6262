package dev.waybill.wire;

import static dev.waybill.wire.json.Codecs.TEXT;
import static dev.waybill.wire.json.Codecs.TIME;
import static dev.waybill.wire.json.Codecs.WHOLE;

import dev.waybill.Page;
import dev.waybill.admin.AuditEntry;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import dev.waybill.wire.json.PageJson;
import dev.waybill.wire.json.Slot;
import java.time.Instant;

public final class AuditEntryJson {

  private static final Fields<AuditEntry> FIELDS =
      Fields.of("AuditEntry", "An action of an operator, successful or not.");
  private static final Slot.Of<String> ACTOR =
      FIELDS.text(
          "actor",
          AuditEntry::actor,
          "Who: `key:<id>`, `oidc:<subject>`, `local:<user>` or `anybody`.");
  private static final Slot.Of<String> ACTION =
      FIELDS.text("action", AuditEntry::action, "The requested action.");
  private static final Slot.Of<String> TARGET =
      FIELDS.text("target", AuditEntry::target, "The target of the action.");
  private static final Slot.Maybe<String> DETAIL =
      FIELDS.optional("detail", TEXT, AuditEntry::detail, "The request, truncated if it is long.");
  private static final Slot.Of<String> OUTCOME =
      FIELDS.text("outcome", AuditEntry::outcome, "`done`, or the error code.");
  private static final Slot.Of<String> TRACE_ID =
      FIELDS.text("trace_id", AuditEntry::traceId, "ID of the call in logs and traces.");
  private static final Slot.Of<Instant> AT =
      FIELDS.required("at", TIME, AuditEntry::at, "When it ended.");
  private static final Slot.Maybe<String> ADDRESS =
      FIELDS.optional("address", TEXT, AuditEntry::address, "Network address of the caller.");
  private static final Slot.Of<Long> REPEATS =
      FIELDS.or(
          0L,
          "repeats",
          WHOLE,
          entry -> entry.repeats() > 0 ? entry.repeats() : null,
          "Number of further refused calls of the same minute that this entry stands for.");

  public static final Document<AuditEntry> DOCUMENT =
      FIELDS.make(
          in ->
              new AuditEntry(
                  in.get(ACTOR),
                  new AuditEntry.Act(in.get(ACTION), in.get(TARGET), in.get(DETAIL)),
                  in.get(OUTCOME),
                  new AuditEntry.Origin(in.get(TRACE_ID), in.get(ADDRESS)),
                  in.get(AT),
                  in.get(REPEATS)));

  public static final Document<Page<AuditEntry>> PAGE = PageJson.of(DOCUMENT);

  private AuditEntryJson() {}
}
