package dev.waybill.wire.message;

import static dev.waybill.wire.json.Codecs.TEXT;

import dev.waybill.message.MessageBody;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import dev.waybill.wire.json.Slot;

public final class MessageBodyJson {

  private static final Fields<MessageBody> FIELDS =
      Fields.of("MessageBody", "The body of a message: `text`, `html`, or both.");
  private static final Slot.Maybe<String> PLAIN =
      FIELDS.optional("text", TEXT, MessageBody::text, "The body as plain text.");
  private static final Slot.Maybe<String> HTML =
      FIELDS.optional("html", TEXT, MessageBody::html, "The body as HTML, for channels with HTML.");

  public static final Document<MessageBody> DOCUMENT =
      FIELDS.make(in -> new MessageBody(in.get(PLAIN), in.get(HTML)));

  private MessageBodyJson() {}
}
