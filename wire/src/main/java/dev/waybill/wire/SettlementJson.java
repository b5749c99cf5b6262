package dev.waybill.wire;

import static dev.waybill.wire.Shape.Scalar.TEXT;
import static dev.waybill.wire.Shape.required;

import dev.waybill.Outcome;
import dev.waybill.Settlement;
import dev.waybill.TaskToken;

public final class SettlementJson {

  public static final Shape SHAPE =
      Shape.of(
          "Settlement",
          "A worker's word on one attempt.",
          required("token", TEXT, "The token of the lease."),
          required("outcome", new Shape.Part(OutcomeJson.SHAPE), "How the attempt ended."));

  private SettlementJson() {}

  public static Settlement read(JsonIn in) {
    var found =
        new Object() {
          String token = "";
          Outcome outcome = Outcome.done();
        };
    in.object(
        SHAPE,
        field -> {
          switch (field) {
            case "token" -> found.token = in.text();
            case "outcome" -> found.outcome = OutcomeJson.read(in);
            default -> throw in.unread(field);
          }
        });
    return new Settlement(new TaskToken(found.token), found.outcome);
  }

  public static void write(JsonOut out, Settlement settlement) {
    out.text("token", settlement.token().value());
    out.object("outcome", fields -> OutcomeJson.write(fields, settlement.outcome()));
  }
}
