package dev.waybill.rig;

import java.util.List;

/// One line in the history of a process: a call before it is made, or its response.
///
/// `phase op kind item item ...`, separated by tabs; the parts of an item by commas.
///
/// @param op the number of the call, the same in both lines
record HistoryLine(Phase phase, long op, Kind kind, List<String> items) {

  enum Phase {
    /// Written before the call.
    INVOKE,
    /// Written after a successful response.
    OK,
    /// Written after the call was rejected as a whole or failed: it may or may not have taken
    /// effect.
    FAIL
  }

  enum Kind {
    ENQUEUE,
    LEASE,
    SETTLE,
    PUBLISH,
    CHANGE
  }

  HistoryLine {
    items = List.copyOf(items);
  }

  String format() {
    return phase + "\t" + op + "\t" + kind + "\t" + String.join("\t", items) + "\n";
  }

  static HistoryLine parse(String line) {
    List<String> parts = List.of(line.split("\t", -1));
    List<String> items = parts.subList(3, parts.size());
    return new HistoryLine(
        Phase.valueOf(parts.get(0)),
        Long.parseLong(parts.get(1)),
        Kind.valueOf(parts.get(2)),
        items.equals(List.of("")) ? List.of() : items);
  }

  /// The complete lines of a text; a kill may have truncated the last one.
  static List<HistoryLine> parseAll(String text) {
    return text.substring(0, text.lastIndexOf('\n') + 1).lines().map(HistoryLine::parse).toList();
  }
}
