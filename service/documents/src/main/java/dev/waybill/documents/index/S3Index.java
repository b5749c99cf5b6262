package dev.waybill.documents.index;

import dev.waybill.documents.embed.Vector;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import tools.jackson.databind.JsonNode;

/// One vector index: the chunks and heads of one embedding model.
record S3Index(S3Vectors api, String name) {

  /// Of 40 KB of metadata and 4,096 dimensions each, these stay below the 20 MB of a request.
  private static final int VECTORS_PER_PUT = 100;

  private static final int KEYS_PER_DELETE = 500;
  private static final int KEYS_PER_GET = 100;

  /// A vector with its key and metadata, as the API takes it.
  static Map<String, Object> vector(String key, Vector vector, Map<String, Object> metadata) {
    return Map.of("key", key, "data", Map.of("float32", numbers(vector)), "metadata", metadata);
  }

  private static List<Double> numbers(Vector vector) {
    List<Double> numbers = new ArrayList<>(vector.dimension());
    for (float value : vector.values()) {
      numbers.add(Double.valueOf(Float.toString(value)));
    }
    return numbers;
  }

  /// The name ends with it.
  int dimension() {
    return Integer.parseInt(name.substring(name.lastIndexOf('-') + 1));
  }

  void create(int dimension) {
    api.create(
        "CreateIndex",
        Map.of(
            "indexName",
            name,
            "dataType",
            "float32",
            "dimension",
            dimension,
            "distanceMetric",
            "cosine",
            "metadataConfiguration",
            Map.of("nonFilterableMetadataKeys", S3Metadata.NOT_FILTERABLE)));
  }

  boolean exists() {
    return api.find("GetIndex", Map.of("indexName", name)).isPresent();
  }

  void put(List<Map<String, Object>> vectors) {
    parts(
        vectors,
        VECTORS_PER_PUT,
        part -> api.change("PutVectors", Map.of("indexName", name, "vectors", part)));
  }

  void delete(List<String> keys) {
    parts(
        keys,
        KEYS_PER_DELETE,
        part -> api.change("DeleteVectors", Map.of("indexName", name, "keys", part)));
  }

  /// The heads that exist, by key.
  Map<String, S3Head> heads(Set<String> keys) {
    Map<String, S3Head> heads = new HashMap<>();
    parts(
        List.copyOf(keys),
        KEYS_PER_GET,
        part ->
            api.find("GetVectors", Map.of("indexName", name, "keys", part, "returnMetadata", true))
                .ifPresent(
                    answer ->
                        answer
                            .path("vectors")
                            .forEach(
                                one ->
                                    heads.put(
                                        one.path("key").asString(),
                                        S3Head.read(one.path("metadata"))))));
    return heads;
  }

  /// The metadata and the distances of the nearest vectors; none if there is no such index.
  List<JsonNode> query(Vector vector, int limit, Map<String, Object> filter) {
    List<JsonNode> found = new ArrayList<>();
    api.find(
            "QueryVectors",
            Map.of(
                "indexName",
                name,
                "topK",
                limit,
                "queryVector",
                Map.of("float32", numbers(vector)),
                "filter",
                filter,
                "returnMetadata",
                true,
                "returnDistance",
                true))
        .ifPresent(answer -> answer.path("vectors").forEach(found::add));
    return found;
  }

  /// The names of all indexes that begin with this.
  static Set<String> names(S3Vectors api, String prefix) {
    Set<String> names = new HashSet<>();
    String token = "";
    do {
      Map<String, Object> parameters = new HashMap<>(Map.of("prefix", prefix));
      if (!token.isEmpty()) {
        parameters.put("nextToken", token);
      }
      JsonNode page = api.change("ListIndexes", parameters);
      page.path("indexes").forEach(one -> names.add(one.path("indexName").asString()));
      token = page.path("nextToken").asString("");
    } while (!token.isEmpty());
    return names;
  }

  private static <T> void parts(List<T> all, int size, Consumer<List<T>> call) {
    IntStream.iterate(0, from -> from < all.size(), from -> from + size)
        .forEach(from -> call.accept(all.subList(from, Math.min(from + size, all.size()))));
  }
}
