package dev.waybill.messages;

import dev.waybill.Priority;
import dev.waybill.message.MessageMetadata;
import dev.waybill.message.NewMessage;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Where notifications go: a recipient on a channel, such as a topic of ntfy or the URL of a
/// webhook. The providers and routes of messages deliver them.
public record NotificationTarget(String channel, String recipient) {

  /// What providers read from the labels of a message.
  public static final String TYPE = "type";

  public static final String PRIORITY = "priority";
  public static final String CLICK = "click";

  /// The type of a message that is a notification.
  public static final String NOTIFICATION = "notification.created";

  /// The type of a webhook about an upload of documents. Its text is JSON.
  public static final String INGESTION_FINISHED = "document.ingestion.finished";

  /// Reads the channel, a colon, and the recipient, such as `push:alerts`.
  ///
  /// @throws IllegalArgumentException if the text has another form
  public static NotificationTarget parse(String text) {
    int colon = text.indexOf(':');
    if (colon <= 0 || colon == text.length() - 1) {
      throw new IllegalArgumentException(
          "must be a channel, a colon and a recipient, such as push:alerts");
    }
    return new NotificationTarget(text.substring(0, colon), text.substring(colon + 1));
  }

  /// A notification of normal priority.
  public NewMessage.Builder message(String title, String text) {
    return message(title, text, Priority.NORMAL, Set.of(), null);
  }

  /// @param click the URL to open on a click
  public NewMessage.Builder message(
      String title, String text, Priority priority, Set<String> tags, @Nullable String click) {
    Map<String, String> labels = new TreeMap<>();
    labels.put(TYPE, NOTIFICATION);
    labels.put(PRIORITY, priority.name().toLowerCase(Locale.ROOT));
    if (click != null) {
      labels.put(CLICK, click);
    }
    return NewMessage.builder(channel, recipient)
        .subject(title)
        .text(text)
        .metadata(MessageMetadata.of(tags, null, labels));
  }

  /// Without the recipient: everyone who knows a topic of ntfy can read it.
  @Override
  public String toString() {
    return "NotificationTarget[" + channel + "]";
  }
}
