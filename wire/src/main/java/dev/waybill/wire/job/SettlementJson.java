package dev.waybill.wire.job;

import static dev.waybill.wire.json.Codecs.TOKEN;

import dev.waybill.Outcome;
import dev.waybill.Settlement;
import dev.waybill.TaskToken;
import dev.waybill.settings.Limits;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import dev.waybill.wire.json.ListJson;
import dev.waybill.wire.json.Slot;
import java.util.List;

public final class SettlementJson {

  private static final Fields<Settlement> FIELDS =
      Fields.of("Settlement", "The outcome of one attempt.");
  private static final Slot.Of<TaskToken> LEASE =
      FIELDS.required("token", TOKEN, Settlement::token, "Token of the lease.");
  private static final Slot.Of<Outcome> OUTCOME =
      FIELDS.required(
          "outcome", OutcomeJson.DOCUMENT, Settlement::outcome, "How the attempt ended.");

  public static final Document<Settlement> DOCUMENT =
      FIELDS.make(in -> new Settlement(in.get(LEASE), in.get(OUTCOME)));

  public static final Document<List<Settlement>> LIST =
      ListJson.of(
          "Settle",
          "Attempts that have ended, up to 1000.",
          "settlements",
          DOCUMENT,
          Limits.LEASES_PER_CALL);

  private SettlementJson() {}
}
