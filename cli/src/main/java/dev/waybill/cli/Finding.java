package dev.waybill.cli;

import java.util.Map;

/// One thing that was looked at.
///
/// @param text what was found and, where it is not good, what to do
record Finding(String what, boolean good, String text) {

  static Finding good(String what, String text) {
    return new Finding(what, true, text);
  }

  static Finding bad(String what, String text) {
    return new Finding(what, false, text);
  }

  Map<String, Object> document() {
    return Map.of("what", what, "ok", good, "text", text);
  }
}
