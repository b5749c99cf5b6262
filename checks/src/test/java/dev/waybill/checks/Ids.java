package dev.waybill.checks;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/// IDs that documents define in a table and tests name in an annotation.
final class Ids {

  private static final Pattern ID = Pattern.compile("\"([A-Z]\\d+(?:\\.\\d+)?)\"");

  private Ids() {}

  /// The first column of the table in a document.
  static List<String> definedIn(String document) {
    return Pattern.compile("(?m)^\\| ([A-Z]\\d+(?:\\.\\d+)?) \\|")
        .matcher(Repository.read(document))
        .results()
        .map(row -> row.group(1))
        .toList();
  }

  /// The source files that name each ID in the annotation of this name.
  static Map<String, List<String>> carriedBy(String annotation) {
    Pattern use = Pattern.compile("(?s)@" + annotation + "\\(([^)]*)\\)");
    Map<String, List<String>> places = new TreeMap<>();
    for (Path file : Repository.filesNamed(".java")) {
      use.matcher(Repository.read(file))
          .results()
          .flatMap(found -> ID.matcher(found.group(1)).results())
          .forEach(id -> add(places, id.group(1), file.getFileName().toString()));
    }
    return places;
  }

  private static void add(Map<String, List<String>> places, String id, String file) {
    List<String> files = places.computeIfAbsent(id, none -> new ArrayList<>());
    if (!files.contains(file)) {
      files.add(file);
    }
  }
}
