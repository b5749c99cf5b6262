package dev.waybill.messages.send;

import dev.waybill.Code;
import dev.waybill.base.Text;
import dev.waybill.message.Attachment;
import dev.waybill.result.FieldError;
import dev.waybill.settings.Limits;
import dev.waybill.wire.json.InvalidDocument;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/// Checks attachments before a message is accepted.
final class AttachmentChecks {

  private static final String ALL = "/attachments";

  /// Names of types as in RFC 6838.
  private static final Pattern MEDIA_TYPE =
      Pattern.compile("[a-zA-Z0-9][a-zA-Z0-9!#$&^_.+-]*/[a-zA-Z0-9][a-zA-Z0-9!#$&^_.+-]*");

  private AttachmentChecks() {}

  static void check(List<Attachment> attachments) {
    if (attachments.size() > Limits.ATTACHMENTS) {
      throw MessageChecks.wrong(ALL, "must be at most " + Limits.ATTACHMENTS + " attachments");
    }
    long bytes = 0;
    for (int i = 0; i < attachments.size(); i++) {
      check(ALL + '/' + i, attachments.get(i));
      bytes += attachments.get(i).size();
    }
    if (bytes > Limits.ATTACHMENTS_BYTES) {
      throw tooLarge(ALL, "must be at most 6 MiB together; send a link instead");
    }
  }

  private static void check(String pointer, Attachment attachment) {
    if (!isFileName(attachment.name())) {
      throw MessageChecks.wrong(
          pointer + "/name",
          "must be a file name of 1 to "
              + Limits.FILE_NAME_LENGTH
              + " characters, without / and \\ and control characters");
    }
    if (!isMediaType(attachment.contentType())) {
      throw MessageChecks.wrong(
          pointer + "/content_type",
          "must be a media type such as application/pdf, of at most "
              + Limits.CONTENT_TYPE_LENGTH
              + " characters, without parameters, and neither multipart nor message");
    }
    if (attachment.size() == 0) {
      throw MessageChecks.wrong(pointer + "/content_base64", "must not be empty");
    }
    if (attachment.size() > Limits.ATTACHMENT_BYTES) {
      throw tooLarge(pointer + "/content_base64", "must be at most 5 MiB; send a link instead");
    }
  }

  private static boolean isFileName(String name) {
    boolean hasPath =
        name.equals(".") || name.equals("..") || name.indexOf('/') >= 0 || name.indexOf('\\') >= 0;
    boolean isLine = name.chars().noneMatch(Character::isISOControl) && Text.isStorable(name);
    return !name.isBlank() && name.length() <= Limits.FILE_NAME_LENGTH && !hasPath && isLine;
  }

  /// Parts of types `multipart` and `message` have rules of their own in e-mails.
  private static boolean isMediaType(String type) {
    String lower = type.toLowerCase(Locale.ROOT);
    return type.length() <= Limits.CONTENT_TYPE_LENGTH
        && MEDIA_TYPE.matcher(type).matches()
        && !lower.startsWith("multipart/")
        && !lower.startsWith("message/");
  }

  private static InvalidDocument tooLarge(String pointer, String what) {
    return new InvalidDocument(Code.PAYLOAD_TOO_LARGE, new FieldError(pointer, "too_large", what));
  }
}
