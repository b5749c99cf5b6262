package dev.waybill.messages.send;

import dev.waybill.message.NewMessage;
import org.jspecify.annotations.Nullable;

/// The searchable text of a message: recipient, subject, body, campaign and tags.
final class MessageWords {

  private MessageWords() {}

  static String of(NewMessage message) {
    StringBuilder words = new StringBuilder(message.recipient());
    add(words, message.subject());
    add(words, message.body().text());
    add(words, message.body().html() == null ? null : withoutTags(message.body().html()));
    add(words, message.metadata().campaign());
    message.metadata().tags().forEach(tag -> add(words, tag));
    return words.toString();
  }

  private static void add(StringBuilder words, @Nullable String text) {
    if (text != null) {
      words.append('\n').append(text);
    }
  }

  /// Good enough to find words; nothing is shown from it.
  private static String withoutTags(String html) {
    StringBuilder text = new StringBuilder(html.length());
    boolean inTag = false;
    for (int i = 0; i < html.length(); i++) {
      char c = html.charAt(i);
      if (c == '<' || c == '>') {
        inTag = c == '<';
        text.append(' ');
      } else if (!inTag) {
        text.append(c);
      }
    }
    return text.toString();
  }
}
