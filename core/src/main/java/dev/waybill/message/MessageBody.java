package dev.waybill.message;

import org.jspecify.annotations.Nullable;

/// The body of a message, as plain text, as HTML, or as both.
public record MessageBody(@Nullable String text, @Nullable String html) {

  public static final MessageBody EMPTY = new MessageBody(null, null);

  public static MessageBody ofText(String text) {
    return new MessageBody(text, null);
  }

  public boolean isEmpty() {
    return text == null && html == null;
  }
}
