package dev.waybill.messages.send;

import dev.waybill.Code;
import dev.waybill.base.Text;
import dev.waybill.message.NewMessage;
import dev.waybill.result.FieldError;
import dev.waybill.settings.Limits;
import dev.waybill.wire.json.InvalidDocument;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Checks messages before they are accepted.
final class MessageChecks {

  static final int RECIPIENT_LENGTH = 2_048;
  static final int SUBJECT_LENGTH = 998;
  static final int BODY_BYTES = 1024 * 1024;

  private MessageChecks() {}

  /// @param latest the time up to which a message may be scheduled
  static void check(NewMessage message, Instant latest) {
    address(message.channel(), message.recipient());
    if (message.subject() != null) {
      line("/subject", message.subject(), SUBJECT_LENGTH);
    }
    content(message);
    AttachmentChecks.check(message.attachments());
    metadata(message);
    optional("/request_id", message.requestId(), Limits.KEY_LENGTH);
    optional("/correlation_id", message.correlationId(), Limits.KEY_LENGTH);
    if (message.sendAt() != null && message.sendAt().isAfter(latest)) {
      throw wrong(
          "/send_at",
          "must be at most %s: messages are kept for store.messages_ttl_days".formatted(latest));
    }
  }

  static void address(String channel, String recipient) {
    if (!Text.isName(channel)) {
      throw wrong(
          "/channel",
          "must be a name such as email, sms, push, chat or webhook; it is " + Text.quote(channel));
    }
    line("/recipient", recipient, RECIPIENT_LENGTH);
    if (channel.equals("email") && !isEmail(recipient)) {
      throw wrong("/recipient", "must be an e-mail address such as ada@example.org");
    }
  }

  private static void content(NewMessage message) {
    boolean own = !message.body().isEmpty();
    if (own == (message.template() != null)) {
      throw wrong("/body", "a message needs either a body with text or html, or a template");
    }
    if (message.template() != null && message.subject() != null) {
      throw wrong("/subject", "a message with a template gets its subject from the template");
    }
    body("/body/text", message.body().text());
    body("/body/html", message.body().html());
  }

  /// Checks what a template has given.
  static void rendered(NewMessage message) {
    if (message.template() != null) {
      optional("/template/subject", message.subject(), SUBJECT_LENGTH);
      body("/template/text", message.body().text());
      body("/template/html", message.body().html());
    }
  }

  private static void body(String pointer, @Nullable String text) {
    if (text != null && text.getBytes(StandardCharsets.UTF_8).length > BODY_BYTES) {
      throw new InvalidDocument(
          Code.PAYLOAD_TOO_LARGE,
          new FieldError(pointer, "too_large", "must be at most 1 MiB; send a link instead"));
    }
  }

  private static void metadata(NewMessage message) {
    if (message.metadata().tags().size() > Limits.TAGS) {
      throw wrong("/metadata/tags", "must be at most " + Limits.TAGS + " tags");
    }
    if (message.metadata().labels().size() > Limits.TAGS) {
      throw wrong("/metadata/labels", "must be at most " + Limits.TAGS + " labels");
    }
    for (String tag : message.metadata().tags()) {
      line("/metadata/tags", tag, Limits.TAG_LENGTH);
    }
    optional("/metadata/campaign", message.metadata().campaign(), Limits.TAG_LENGTH);
    message
        .metadata()
        .labels()
        .forEach(
            (name, value) -> {
              line("/metadata/labels", name, Limits.TAG_LENGTH);
              String escaped = name.replace("~", "~0").replace("/", "~1");
              line("/metadata/labels/" + escaped, value, Limits.KEY_LENGTH);
            });
  }

  private static boolean isEmail(String text) {
    int at = text.lastIndexOf('@');
    boolean oneAddress = text.chars().noneMatch(c -> c <= ' ' || ",;<>()\"".indexOf(c) >= 0);
    return oneAddress && at > 0 && at < text.length() - 1 && text.length() <= 320;
  }

  private static void optional(String pointer, @Nullable String text, int most) {
    if (text != null) {
      line(pointer, text, most);
    }
  }

  /// One line: a line break in an address or a subject could add headers to an e-mail.
  private static void line(String pointer, String text, int most) {
    boolean oneLine = text.chars().noneMatch(Character::isISOControl);
    if (text.isBlank() || text.length() > most || !oneLine || !Text.isStorable(text)) {
      throw wrong(pointer, "must be one line of 1 to " + most + " characters");
    }
  }

  static InvalidDocument wrong(String pointer, String what) {
    return InvalidDocument.at(pointer, "invalid_value", what);
  }
}
