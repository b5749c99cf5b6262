package dev.waybill.wire.message;

import dev.waybill.result.MessageAccepted;
import dev.waybill.result.Refused;
import dev.waybill.result.SendResult;
import dev.waybill.wire.job.RefusedJson;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import dev.waybill.wire.json.ListJson;
import dev.waybill.wire.json.Slot;
import dev.waybill.wire.json.Values;
import java.util.List;

public final class SendResultJson {

  private static final Fields<MessageAccepted> MESSAGE =
      Fields.of("MessageAccepted", "A message that was accepted.");
  private static final Slot.Of<String> ID =
      MESSAGE.text("message_id", MessageAccepted::messageId, "ID of the message.");
  private static final Slot.Of<String> CORRELATION_ID =
      MESSAGE.text(
          "correlation_id",
          MessageAccepted::correlationId,
          "Links everything that belongs together.");
  private static final Slot.Flag DUPLICATE =
      MESSAGE.flag(
          "duplicate",
          MessageAccepted::duplicate,
          "The request ID is known: this is the earlier message.");

  public static final Document<MessageAccepted> ACCEPTED =
      MESSAGE.make(
          in -> new MessageAccepted(in.get(ID), in.get(CORRELATION_ID), in.get(DUPLICATE)));

  private static final Fields<SendResult> FIELDS =
      Fields.of("SendResult", "The message that was accepted, or `error`.");
  private static final Slot.Included<MessageAccepted> INCLUDED =
      FIELDS.includeSome(
          ACCEPTED, result -> result instanceof MessageAccepted accepted ? accepted : null);
  private static final Slot.Maybe<Refused> ERROR =
      RefusedJson.field(FIELDS, result -> result instanceof Refused refused ? refused : null);

  public static final Document<SendResult> DOCUMENT = FIELDS.make(SendResultJson::result);

  public static final Document<List<SendResult>> LIST =
      ListJson.of(
          "SendResults",
          "One result per message, in order. A refused message does not affect the others.",
          "results",
          DOCUMENT,
          Integer.MAX_VALUE);

  private SendResultJson() {}

  private static SendResult result(Values in) {
    Refused refused = in.get(ERROR);
    return refused != null ? refused : in.get(INCLUDED);
  }
}
