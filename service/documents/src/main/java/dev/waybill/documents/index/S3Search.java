package dev.waybill.documents.index;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/// Finds the nearest chunks while documents change. S3 Vectors also returns chunks that are being
/// written or deleted; they are dropped by the heads of their documents, and the query is repeated
/// where they may have taken the places of others.
final class S3Search {

  private static final int ROUNDS = 10;

  private final S3Index index;
  private final String tenant;
  private final ChunkQuery query;
  private final int wanted;

  /// The generations that the next query leaves out, with the heads of their documents.
  private Map<String, String> excluded = Map.of();

  private Map<String, S3Head> heads = Map.of();

  S3Search(S3Index index, String tenant, ChunkQuery query) {
    this.index = index;
    this.tenant = tenant;
    this.query = query;
    this.wanted = Math.min(ChunkQuery.MAX_LIMIT, 2 * query.limit());
  }

  List<JsonNode> run() {
    List<JsonNode> valid = List.of();
    boolean settled = false;
    for (int round = 0; round < ROUNDS && !settled; round++) {
      List<JsonNode> found =
          index.query(
              query.vector(), wanted, S3Metadata.filter(tenant, query.filter(), excluded.keySet()));
      heads = index.heads(headKeys(found));
      valid = found.stream().filter(this::isValid).toList();
      settled = isSettled(found, valid);
    }
    return valid.stream().limit(query.limit()).toList();
  }

  private Set<String> headKeys(List<JsonNode> found) {
    Set<String> keys = new HashSet<>(excluded.values());
    found.forEach(one -> keys.add(headKey(one)));
    return keys;
  }

  private String headKey(JsonNode found) {
    return S3Document.headKey(tenant, S3Metadata.text(found.path("metadata"), "document"));
  }

  private static String generation(JsonNode found) {
    return S3Metadata.text(found.path("metadata"), "generation");
  }

  private S3Head.Generation current(String headKey) {
    return heads.getOrDefault(headKey, S3Head.NONE).current();
  }

  private boolean isValid(JsonNode found) {
    return current(headKey(found)).id().equals(generation(found));
  }

  /// True if the valid chunks are the answer; otherwise chooses what the next query leaves out.
  private boolean isSettled(List<JsonNode> found, List<JsonNode> valid) {
    boolean excludedTooMuch =
        excluded.entrySet().stream()
            .anyMatch(one -> current(one.getValue()).id().equals(one.getKey()));
    Map<String, String> stale = new HashMap<>();
    found.stream()
        .filter(one -> !isValid(one))
        .forEach(one -> stale.put(generation(one), headKey(one)));
    excluded = excludedTooMuch ? Map.of() : stale;
    return !excludedTooMuch && (stale.isEmpty() || sawEverything(found, valid, stale));
  }

  /// True if the query returned all chunks that it could, and all documents are whole.
  private boolean sawEverything(
      List<JsonNode> found, List<JsonNode> valid, Map<String, String> stale) {
    Set<String> seen = new HashSet<>();
    valid.forEach(one -> seen.add(generation(one)));
    return found.size() < wanted
        && stale.values().stream()
            .map(this::current)
            .allMatch(current -> current.count() == 0 || seen.contains(current.id()));
  }
}
