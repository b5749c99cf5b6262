package dev.waybill.documents.parse.format;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import javax.xml.stream.XMLStreamReader;

/// Which styles of a Word document are headings: by name, by outline level, or by the style that
/// they are based on.
final class WordStyles implements OfficeParts.Elements {

  private static final int LONGEST_CHAIN = 20;

  private final Map<String, Integer> levels = new HashMap<>();
  private final Map<String, String> parents = new HashMap<>();
  private String style = "";

  @Override
  public void start(XMLStreamReader xml) {
    String value = OfficeParts.attribute(xml, "val");
    switch (xml.getLocalName()) {
      case "style" -> style = OfficeParts.attribute(xml, "styleId");
      case "name" -> named(value.toLowerCase(Locale.ROOT));
      case "basedOn" -> parents.put(style, value);
      case "outlineLvl" -> outline(value);
      default -> {}
    }
  }

  private void named(String name) {
    if (name.equals("title")) {
      levels.put(style, 1);
    } else if (name.matches("heading [1-9]")) {
      levels.put(style, name.charAt(name.length() - 1) - '0');
    }
  }

  private void outline(String value) {
    int level = levelOf(value);
    if (level > 0) {
      levels.putIfAbsent(style, level);
    }
  }

  /// The level of an outline, which counts from 0; 0 for body text.
  static int levelOf(String outline) {
    return outline.matches("[0-8]") ? outline.charAt(0) - '0' + 1 : 0;
  }

  /// The level of a heading; 0 for other styles.
  int level(String name) {
    String at = name;
    for (int i = 0; i < LONGEST_CHAIN && !levels.containsKey(at); i++) {
      at = Objects.requireNonNullElse(parents.get(at), "");
    }
    return Objects.requireNonNullElse(levels.get(at), 0);
  }
}
