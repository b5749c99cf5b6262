package dev.waybill.messages.template;

import com.samskivert.mustache.Escapers;
import com.samskivert.mustache.Mustache;
import tools.jackson.core.io.JsonStringEncoder;

/// How the values of variables are escaped. A template with `{{{name}}}` gets them as they are.
@SuppressWarnings("ImmutableEnumChecker") // escapers have no state
enum Escaping {
  NONE,
  HTML,
  JSON;

  private static final String WEBHOOK = "webhook";

  Mustache.Escaper escaper() {
    return switch (this) {
      case NONE -> Escapers.NONE;
      case HTML -> Escapers.HTML;
      case JSON -> value -> new String(JsonStringEncoder.getInstance().quoteAsCharArray(value));
    };
  }

  /// The text of a webhook is a JSON document; on other channels it is plain text.
  static Escaping ofText(String channel) {
    return channel.equals(WEBHOOK) ? JSON : NONE;
  }
}
