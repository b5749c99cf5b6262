package dev.waybill.rig;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Reads the histories of earlier processes.
final class Histories {

  private Histories() {}

  static Path file(Path folder, int life) {
    return folder.resolve("history-" + life + ".tsv");
  }

  /// The lines of one process; empty if it wrote none.
  static List<HistoryLine> read(Path folder, int life) {
    Path file = file(folder, life);
    try {
      return Files.exists(file) ? HistoryLine.parseAll(Files.readString(file)) : List.of();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Requests of the previous process that were never answered.
  static List<String> unheard(Path folder, int life) {
    Map<Long, List<String>> open = new LinkedHashMap<>();
    for (HistoryLine line : read(folder, life - 1)) {
      if (line.kind() == HistoryLine.Kind.ENQUEUE) {
        if (line.phase() == HistoryLine.Phase.INVOKE) {
          open.put(line.op(), line.items());
        } else {
          open.remove(line.op());
        }
      }
    }
    return open.values().stream().flatMap(List::stream).toList();
  }
}
