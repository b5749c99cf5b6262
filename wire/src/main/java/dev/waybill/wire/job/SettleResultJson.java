package dev.waybill.wire.job;

import static dev.waybill.wire.json.Codecs.word;

import dev.waybill.State;
import dev.waybill.result.Refused;
import dev.waybill.result.SettleResult;
import dev.waybill.result.Settled;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import dev.waybill.wire.json.ListJson;
import dev.waybill.wire.json.Slot;
import dev.waybill.wire.json.Values;
import java.util.List;

public final class SettleResultJson {

  private static final Fields<SettleResult> FIELDS =
      Fields.of("SettleResult", "The new state of the job, or `error`.");
  private static final Slot.Maybe<State> STATE =
      FIELDS.optional(
          "state",
          word(State.class),
          result -> result instanceof Settled settled ? settled.state() : null,
          "State of the job.");
  private static final Slot.Maybe<Refused> ERROR =
      RefusedJson.field(FIELDS, result -> result instanceof Refused refused ? refused : null);

  static {
    FIELDS.alternative("state");
  }

  public static final Document<SettleResult> DOCUMENT = FIELDS.make(SettleResultJson::result);

  public static final Document<List<SettleResult>> LIST =
      ListJson.of(
          "SettleResults",
          "One result per lease, in order.",
          "results",
          DOCUMENT,
          Integer.MAX_VALUE);

  private SettleResultJson() {}

  private static SettleResult result(Values in) {
    Refused refused = in.get(ERROR);
    return refused != null ? refused : new Settled(in.get(STATE, State.QUEUED));
  }
}
