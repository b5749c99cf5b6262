package dev.waybill.wire.message;

import dev.waybill.message.Attachment;
import dev.waybill.message.NewMessage;
import dev.waybill.settings.Limits;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import dev.waybill.wire.json.ListJson;
import dev.waybill.wire.json.Slot;
import java.util.List;

public final class NewMessageJson {

  public static final Document<NewMessage> DOCUMENT =
      document(
          "NewMessage",
          "A message to send: `subject` and `body`, or `template`.",
          AttachmentJson.NEW);

  /// As it is stored: the bytes of attachments are stored elsewhere.
  public static final Document<NewMessage> STORED =
      document("StoredMessage", "A message that was accepted.", AttachmentJson.DOCUMENT);

  public static final Document<List<NewMessage>> LIST =
      ListJson.of(
          "NewMessages", "Messages to send.", "messages", DOCUMENT, Limits.MESSAGES_PER_CALL);

  private NewMessageJson() {}

  private static Document<NewMessage> document(
      String name, String summary, Document<Attachment> attachment) {
    Fields<NewMessage> fields = Fields.of(name, summary);
    Slot.Of<String> channel =
        fields.text("channel", NewMessage::channel, "`email`, `sms`, `push`, `chat` or `webhook`.");
    Slot.Of<String> recipient =
        fields.text("recipient", NewMessage::recipient, "Address on that channel.");
    RequestFields<NewMessage> rest = new RequestFields<>(fields, message -> message, attachment);
    return fields.make(in -> rest.read(in, in.get(channel), in.get(recipient)));
  }
}
