package dev.waybill.events.format;

import dev.waybill.events.pattern.EcmaPattern;
import dev.waybill.events.pattern.PatternRefused;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// The supported formats by name. Each check takes time in proportion to the text.
public final class Formats {

  private static final Map<String, Predicate<String>> ALL =
      Map.ofEntries(
          Map.entry("date-time", Times::isDateTime),
          Map.entry("date", Times::isDate),
          Map.entry("time", Times::isTime),
          Map.entry("duration", Rfc3339Durations::isDuration),
          Map.entry("email", text -> Mail.isAddress(text, false)),
          Map.entry("idn-email", text -> Mail.isAddress(text, true)),
          Map.entry("hostname", text -> HostNames.isHostName(text, false)),
          Map.entry("idn-hostname", text -> HostNames.isHostName(text, true)),
          Map.entry("ipv4", Addresses::isIpv4),
          Map.entry("ipv6", Addresses::isIpv6),
          Map.entry("uri", text -> Uris.isUri(text, false)),
          Map.entry("uri-reference", text -> Uris.isReference(text, false)),
          Map.entry("iri", text -> Uris.isUri(text, true)),
          Map.entry("iri-reference", text -> Uris.isReference(text, true)),
          Map.entry("uri-template", Templates::isTemplate),
          Map.entry("uuid", Formats::isUuid),
          Map.entry("json-pointer", Formats::isJsonPointer),
          Map.entry("relative-json-pointer", Formats::isRelativeJsonPointer),
          Map.entry("regex", Formats::isRegex));

  private Formats() {}

  /// The check, or null for an unknown format, which is not checked.
  public static @Nullable Predicate<String> named(String name) {
    return ALL.get(name);
  }

  private static boolean isUuid(String text) {
    if (text.length() != 36) {
      return false;
    }
    for (int i = 0; i < 36; i++) {
      boolean dash = i == 8 || i == 13 || i == 18 || i == 23;
      char c = text.charAt(i);
      if (dash ? c != '-' : c > 'f' || Character.digit(c, 16) < 0) {
        return false;
      }
    }
    return true;
  }

  private static boolean isJsonPointer(String text) {
    if (!text.isEmpty() && text.charAt(0) != '/') {
      return false;
    }
    for (int i = 0; i < text.length(); i++) {
      boolean last = i + 1 == text.length();
      if (text.charAt(i) == '~' && (last || "01".indexOf(text.charAt(i + 1)) < 0)) {
        return false;
      }
    }
    return true;
  }

  private static boolean isRelativeJsonPointer(String text) {
    int end = 0;
    while (end < text.length() && text.charAt(end) >= '0' && text.charAt(end) <= '9') {
      end++;
    }
    boolean number = end == 1 || (end > 1 && text.charAt(0) != '0');
    String rest = text.substring(end);
    return number && (rest.equals("#") || isJsonPointer(rest));
  }

  private static boolean isRegex(String text) {
    try {
      var _ = EcmaPattern.of(text);
      return true;
    } catch (PatternRefused refused) {
      return false;
    }
  }
}
