package dev.waybill.wire.message;

import static dev.waybill.wire.json.Codecs.BASE64;

import dev.waybill.Payload;
import dev.waybill.message.Attachment;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import dev.waybill.wire.json.Slot;

/// The attachments of messages: with their bytes where they are sent, without them elsewhere.
public final class AttachmentJson {

  private static final String NAME = "File name, without folders.";
  private static final String CONTENT_TYPE = "Media type, such as `application/pdf`.";

  /// With its bytes.
  public static final Document<Attachment> NEW = withBytes();

  /// Without its bytes.
  public static final Document<Attachment> DOCUMENT = withoutBytes();

  private AttachmentJson() {}

  private static Document<Attachment> withBytes() {
    Fields<Attachment> fields = Fields.of("NewAttachment", "A file to send with a message.");
    Slot.Of<String> name = fields.text("name", Attachment::name, NAME);
    Slot.Of<String> type = fields.text("content_type", Attachment::contentType, CONTENT_TYPE);
    Slot.Of<Payload> content =
        fields.required("content_base64", BASE64, Attachment::content, "The bytes in Base64.");
    return fields.make(in -> Attachment.of(in.get(name), in.get(type), in.get(content)));
  }

  private static Document<Attachment> withoutBytes() {
    Fields<Attachment> fields = Fields.of("Attachment", "A file that is sent with a message.");
    Slot.Of<String> name = fields.text("name", Attachment::name, NAME);
    Slot.Of<String> type = fields.text("content_type", Attachment::contentType, CONTENT_TYPE);
    Slot.Whole size = fields.whole("size", Attachment::size, "Number of bytes.");
    Slot.Of<String> sha256 =
        fields.text("sha256", Attachment::sha256, "SHA-256 of the bytes, in hexadecimal.");
    return fields.make(
        in -> Attachment.stored(in.get(name), in.get(type), in.get(size), in.get(sha256)));
  }
}
