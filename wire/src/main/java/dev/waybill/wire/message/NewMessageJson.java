package dev.waybill.wire.message;

import dev.waybill.message.NewMessage;
import dev.waybill.settings.Limits;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import dev.waybill.wire.json.ListJson;
import dev.waybill.wire.json.Slot;
import java.util.List;

public final class NewMessageJson {

  private static final Fields<NewMessage> FIELDS =
      Fields.of("NewMessage", "A message to send: `subject` and `body`, or `template`.");
  private static final Slot.Of<String> CHANNEL =
      FIELDS.text("channel", NewMessage::channel, "`email`, `sms`, `push`, `chat` or `webhook`.");
  private static final Slot.Of<String> RECIPIENT =
      FIELDS.text("recipient", NewMessage::recipient, "Address on that channel.");
  private static final RequestFields<NewMessage> REST =
      new RequestFields<>(FIELDS, message -> message);

  public static final Document<NewMessage> DOCUMENT =
      FIELDS.make(in -> REST.read(in, in.get(CHANNEL), in.get(RECIPIENT)));

  public static final Document<List<NewMessage>> LIST =
      ListJson.of(
          "NewMessages", "Messages to send.", "messages", DOCUMENT, Limits.MESSAGES_PER_CALL);

  private NewMessageJson() {}
}
