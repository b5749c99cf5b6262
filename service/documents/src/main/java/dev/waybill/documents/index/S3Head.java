package dev.waybill.documents.index;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/// Says which generation of the chunks of a document counts, and which others may have been left.
///
/// It is stored as metadata of a vector of its own. Whoever is about to write a generation writes
/// it into the head first, so that the next writer can delete what a failure left.
///
/// @param leftovers generations that do not count and may exist in part
record S3Head(Generation current, List<Generation> leftovers) {

  static final S3Head NONE = new S3Head(Generation.NONE, List.of());

  /// @param count how many chunks it has
  record Generation(String id, int count) {

    static final Generation NONE = new Generation("", 0);

    private String text() {
      return id + ':' + count;
    }

    private static Generation of(String text) {
      int colon = text.indexOf(':');
      return new Generation(text.substring(0, colon), Integer.parseInt(text.substring(colon + 1)));
    }
  }

  S3Head {
    leftovers = List.copyOf(leftovers);
  }

  static S3Head read(JsonNode metadata) {
    List<Generation> leftovers = new ArrayList<>();
    metadata.path("leftovers").forEach(one -> leftovers.add(Generation.of(one.asString())));
    return new S3Head(Generation.of(metadata.path("current").asString()), leftovers);
  }

  /// An empty list cannot be stored.
  Map<String, Object> metadata() {
    Map<String, Object> metadata = new HashMap<>(Map.of("kind", "head", "current", current.text()));
    if (!leftovers.isEmpty()) {
      metadata.put("leftovers", leftovers.stream().map(Generation::text).toList());
    }
    return metadata;
  }

  /// Before the chunks of a generation are written.
  S3Head announcing(Generation next) {
    return new S3Head(current, List.of(next));
  }

  /// When all chunks of a generation are there.
  S3Head switchedTo(Generation next) {
    return new S3Head(next, current.count() == 0 ? List.of() : List.of(current));
  }

  /// Before everything is deleted.
  S3Head withoutCurrent() {
    List<Generation> all = new ArrayList<>(leftovers);
    all.add(current);
    return new S3Head(Generation.NONE, all);
  }

  S3Head withoutLeftovers() {
    return new S3Head(current, List.of());
  }
}
