package dev.waybill.events.jsonschema;

import java.util.ArrayList;
import java.util.List;

/// JSON pointers as text (RFC 6901).
public final class Pointers {

  private Pointers() {}

  public static String child(String pointer, String name) {
    return pointer + "/" + name.replace("~", "~0").replace("/", "~1");
  }

  static String child(String pointer, int index) {
    return pointer + "/" + index;
  }

  /// The names in the pointer, from the root.
  public static List<String> names(String pointer) {
    List<String> names = new ArrayList<>();
    if (!pointer.isEmpty()) {
      for (String part : pointer.substring(1).split("/", -1)) {
        names.add(part.replace("~1", "/").replace("~0", "~"));
      }
    }
    return names;
  }
}
