package dev.waybill.events.envelope;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The media type of a content type, in lower case and without parameters.
final class MediaType {

  private MediaType() {}

  static String of(@Nullable String contentType) {
    if (contentType == null) {
      return "";
    }
    int end = contentType.indexOf(';');
    String media = end < 0 ? contentType : contentType.substring(0, end);
    return media.strip().toLowerCase(Locale.ROOT);
  }
}
