package dev.waybill.messages.template;

import java.util.IllformedLocaleException;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Language tags such as `de-AT`, and which of several fits best.
final class Locales {

  private Locales() {}

  /// The tag in its usual spelling; empty if it is not a language tag.
  static Optional<String> canonical(String tag) {
    try {
      String spelled = new Locale.Builder().setLanguageTag(tag).build().toLanguageTag();
      return tag.isEmpty() ? Optional.empty() : Optional.of(spelled);
    } catch (IllformedLocaleException malformed) {
      return Optional.empty();
    }
  }

  /// The longest beginning of a tag that is there: `de` for `de-AT`; null if there is none.
  static @Nullable String bestOf(Set<String> there, String tag) {
    String wanted = tag;
    while (!there.contains(wanted)) {
      int end = wanted.lastIndexOf('-');
      if (end < 0) {
        return null;
      }
      wanted = wanted.substring(0, end);
    }
    return wanted;
  }
}
