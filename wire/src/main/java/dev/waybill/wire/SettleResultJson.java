package dev.waybill.wire;

import static dev.waybill.wire.Shape.optional;

import dev.waybill.Refused;
import dev.waybill.SettleResult;
import dev.waybill.Settled;
import dev.waybill.State;

public final class SettleResultJson {

  public static final Shape SHAPE =
      Shape.of(
          "SettleResult",
          "The state the job went to, or `error`.",
          optional("state", Shape.Words.of(State.class), "Where the job is now."),
          RefusedJson.FIELD);

  private SettleResultJson() {}

  public static SettleResult read(JsonIn in) {
    var found =
        new Object() {
          SettleResult result = new Settled(State.QUEUED);
        };
    in.object(
        SHAPE,
        field ->
            found.result =
                switch (field) {
                  case "state" -> new Settled(in.word(State.class));
                  case "error" -> RefusedJson.read(in);
                  default -> throw in.unread(field);
                });
    return found.result;
  }

  public static void write(JsonOut out, SettleResult result) {
    switch (result) {
      case Settled settled -> out.word("state", settled.state());
      case Refused refused -> RefusedJson.write(out, refused);
    }
  }
}
