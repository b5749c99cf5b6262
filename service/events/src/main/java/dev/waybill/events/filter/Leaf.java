package dev.waybill.events.filter;

import dev.waybill.events.envelope.AttributeJson;
import dev.waybill.topic.Attribute.Single;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// The values of an event at a path: whether the key is present, and the values below it. All
/// elements of arrays on the path are included.
record Leaf(boolean present, List<Single> values) {

  static final Leaf ABSENT = new Leaf(false, List.of());

  static Leaf in(@Nullable JsonNode body, List<String> path) {
    if (body == null) {
      return ABSENT;
    }
    Walk walk = new Walk(path);
    walk.from(body, 0);
    return new Leaf(walk.present, walk.values);
  }

  private static final class Walk {
    private final List<String> path;
    private final List<Single> values = new ArrayList<>();
    private boolean present;

    Walk(List<String> path) {
      this.path = path;
    }

    void from(JsonNode node, int depth) {
      present |= depth == path.size();
      if (node.isArray()) {
        node.values().forEach(element -> from(element, depth));
      } else if (depth == path.size()) {
        take(AttributeJson.single(node));
      } else {
        @Nullable JsonNode next = node.isObject() ? node.get(path.get(depth)) : null;
        if (next != null) {
          from(next, depth + 1);
        }
      }
    }

    private void take(@Nullable Single scalar) {
      if (scalar != null) {
        values.add(scalar);
      }
    }
  }
}
