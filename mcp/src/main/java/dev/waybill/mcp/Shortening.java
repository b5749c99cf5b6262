package dev.waybill.mcp;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.StringNode;

/// Cuts long texts and long lists in a document, so that a payload does not fill the context of a
/// model. The HTTP API returns them in full.
final class Shortening {

  static final int LONGEST_TEXT = 4_000;
  static final int LONGEST_LIST = 200;

  private static final int MOST_NAMED = 5;

  private final List<String> cuts = new ArrayList<>();
  private int unnamed;

  private Shortening() {}

  /// Changes the document, and returns what was cut.
  static List<String> of(JsonNode document) {
    Shortening shortening = new Shortening();
    shortening.shorten(document, "");
    if (shortening.unnamed > 0) {
      shortening.cuts.add(shortening.unnamed + " more");
    }
    return shortening.cuts;
  }

  private JsonNode shorten(JsonNode node, String pointer) {
    if (node.isString() && node.asString().length() > LONGEST_TEXT) {
      return cut(node.asString(), pointer);
    }
    if (node instanceof ArrayNode list) {
      cut(list, pointer);
      for (int i = 0; i < list.size(); i++) {
        list.set(i, shorten(list.get(i), pointer + "/" + i));
      }
    }
    for (var field : node.properties()) {
      field.setValue(shorten(field.getValue(), pointer + "/" + field.getKey()));
    }
    return node;
  }

  private JsonNode cut(String text, String pointer) {
    name("%s (%d characters)".formatted(pointer, text.length()));
    int end = LONGEST_TEXT - (Character.isHighSurrogate(text.charAt(LONGEST_TEXT - 1)) ? 1 : 0);
    return StringNode.valueOf(text.substring(0, end) + "…");
  }

  private void cut(ArrayNode list, String pointer) {
    if (list.size() > LONGEST_LIST) {
      name("%s (%d items)".formatted(pointer, list.size()));
      while (list.size() > LONGEST_LIST) {
        list.remove(list.size() - 1);
      }
    }
  }

  private void name(String cut) {
    if (cuts.size() < MOST_NAMED) {
      cuts.add(cut);
    } else {
      unnamed++;
    }
  }
}
