package dev.waybill.documents.embed;

import dev.waybill.events.jsonschema.JsonTrees;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import tools.jackson.databind.JsonNode;

/// Token IDs and vectors of the same model by another implementation: the packages `tokenizers`
/// 0.23.2 and `onnxruntime` 1.30.0 for Python.
final class Golden {

  private final JsonNode line;

  private Golden(JsonNode line) {
    this.line = line;
  }

  static List<Golden> all() throws IOException {
    try (InputStream lines =
        Objects.requireNonNull(Golden.class.getResourceAsStream("/minilm-golden.jsonl"))) {
      return new String(lines.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .map(JsonTrees::readEvent)
          .map(Golden::new)
          .toList();
    }
  }

  String text() {
    return line.get("text").asString();
  }

  long[] ids() {
    JsonNode ids = line.get("ids");
    long[] values = new long[ids.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = ids.get(i).asLong();
    }
    return values;
  }

  boolean hasVector() {
    return line.has("vector");
  }

  Vector vector() {
    JsonNode numbers = line.get("vector");
    float[] values = new float[numbers.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = numbers.get(i).floatValue();
    }
    return Vector.of(values);
  }
}
