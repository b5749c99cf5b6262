package dev.waybill.rig;

import java.util.List;

/// One line of the history of a process: what it was about to call, or what it was answered.
///
/// `phase op kind item item ...`, separated by tabs; the parts of an item by commas.
///
/// @param op the number of the call; the line before it and the one after carry the same
record HistoryLine(Phase phase, long op, Kind kind, List<String> items) {

  enum Phase {
    /// Written before the call.
    INVOKE,
    /// Written after the call was answered.
    OK,
    /// Written after the call was refused as a whole, or failed: it may have had its effect or
    /// not.
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

  /// The whole lines of a text; the last one may have been cut off by a kill.
  static List<HistoryLine> parseAll(String text) {
    return text.substring(0, text.lastIndexOf('\n') + 1).lines().map(HistoryLine::parse).toList();
  }
}
