package dev.waybill.server.http.api;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// A path with parameters, such as `/v1/jobs/{id}`.
public record PathTemplate(String text, List<String> parts) {

  static PathTemplate of(String text) {
    return new PathTemplate(text, split(text));
  }

  static List<String> split(String path) {
    return List.of(path.split("/", -1));
  }

  /// The parameters of a path, or null if it does not match.
  @Nullable Map<String, String> match(List<String> path) {
    if (path.size() != parts.size()) {
      return null;
    }
    Map<String, String> values = new HashMap<>();
    for (int i = 0; i < parts.size(); i++) {
      String part = parts.get(i);
      if (isParameter(part)) {
        values.put(nameOf(part), path.get(i));
      } else if (!part.equals(path.get(i))) {
        return null;
      }
    }
    return values;
  }

  /// The path with these parameters.
  public String filled(Map<String, String> values) {
    return parts.stream()
        .map(part -> isParameter(part) ? values.getOrDefault(nameOf(part), part) : part)
        .collect(Collectors.joining("/"));
  }

  public List<String> parameters() {
    return parts.stream().filter(PathTemplate::isParameter).map(PathTemplate::nameOf).toList();
  }

  private static String nameOf(String parameter) {
    return parameter.substring(1, parameter.length() - 1);
  }

  private static boolean isParameter(String part) {
    return part.startsWith("{");
  }
}
