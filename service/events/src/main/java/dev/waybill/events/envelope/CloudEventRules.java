package dev.waybill.events.envelope;

import dev.waybill.base.Text;
import dev.waybill.settings.Limits;
import dev.waybill.topic.Attribute;
import dev.waybill.wire.json.TimeText;
import java.math.BigDecimal;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The rules of CloudEvents 1.0 for context attributes.
final class CloudEventRules {

  /// Names of the specification, which are not extensions.
  static final Set<String> SPECIFIED =
      Set.of(
          "specversion",
          "id",
          "source",
          "type",
          "subject",
          "time",
          "datacontenttype",
          "dataschema",
          "data");

  private static final String URI_PUNCTUATION = "-._~:/?#[]@!$&'()*+,;=%";

  private static final String WHOLE = "must be a 32-bit integer; send other numbers as a string";

  private CloudEventRules() {}

  static void specVersion(@Nullable String version) {
    Invalid.check(
        version != null, "/specversion", "is missing; a CloudEvent needs it, send \"1.0\"");
    Invalid.check(
        CloudEvent.SPEC_VERSION.equals(version), "/specversion", "must be \"1.0\"", version);
  }

  static void text(String name, String value) {
    String at = StrictJson.step(name);
    Invalid.check(!value.isEmpty(), at, "must not be empty");
    Invalid.check(hasNoControl(value), at, "contains a control character; remove it");
    Invalid.check(
        Text.isStorable(value), at, "contains half of a surrogate pair; send Unicode text");
  }

  static boolean hasNoControl(String value) {
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c < ' ' || (c >= 0x7F && c <= 0x9F)) {
        return false;
      }
    }
    return true;
  }

  static void optionalText(String name, @Nullable String value) {
    if (value != null) {
      text(name, value);
    }
  }

  static void time(@Nullable String value) {
    Invalid.check(
        value == null || TimeText.parseRfc3339(value) != null,
        "/time",
        "must be a time such as 2025-10-21T14:30:00Z",
        value);
  }

  static void mediaType(@Nullable String value) {
    if (value != null) {
      text("datacontenttype", value);
      String media = MediaType.of(value);
      int slash = media.indexOf('/');
      Invalid.check(
          slash > 0 && slash < media.length() - 1,
          "/datacontenttype",
          "must be a media type such as application/json",
          value);
    }
  }

  static void uriReference(String name, String value) {
    text(name, value);
    boolean fits = true;
    for (int i = 0; fits && i < value.length(); i++) {
      fits = isUriCharacter(value.charAt(i));
    }
    Invalid.check(
        fits,
        StrictJson.step(name),
        "must be a URI reference; percent-encode other characters",
        value);
  }

  static void uri(String name, @Nullable String value) {
    if (value != null) {
      uriReference(name, value);
      int colon = value.indexOf(':');
      Invalid.check(
          colon > 0 && isLetter(value.charAt(0)),
          StrictJson.step(name),
          "must be an absolute URI",
          value);
    }
  }

  /// Whether this is a valid extension name: lower-case letters and digits.
  static boolean isExtensionName(String name) {
    boolean fits = !name.isEmpty() && name.length() <= Limits.NAME_LENGTH;
    for (int i = 0; fits && i < name.length(); i++) {
      char c = name.charAt(i);
      fits = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    }
    return fits && !SPECIFIED.contains(name);
  }

  static void extension(String name, Attribute value) {
    String at = StrictJson.step(name);
    Invalid.check(
        isExtensionName(name),
        at,
        "is not a valid attribute name; use only lower-case letters and digits");
    switch (value) {
      case Attribute.Text(var text) -> extensionText(name, text);
      case Attribute.Numeric number -> Invalid.check(isInteger(number.value()), at, WHOLE);
      case Attribute.Flag _ -> {}
      case Attribute.Many _, Attribute.Null _ ->
          throw Invalid.at(at, "must be a string, a number or a boolean");
      case Attribute.Binary(var base64) -> extensionText(name, base64);
    }
  }

  private static void extensionText(String name, String value) {
    if (!value.isEmpty()) {
      text(name, value);
    }
  }

  private static boolean isInteger(BigDecimal value) {
    return value.scale() == 0
        && value.compareTo(BigDecimal.valueOf(Integer.MIN_VALUE)) >= 0
        && value.compareTo(BigDecimal.valueOf(Integer.MAX_VALUE)) <= 0;
  }

  static boolean isUriCharacter(char c) {
    return isLetter(c) || (c >= '0' && c <= '9') || URI_PUNCTUATION.indexOf(c) >= 0;
  }

  private static boolean isLetter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  }
}
