package dev.waybill.documents.index;

import dev.waybill.documents.chunk.Chunk;
import dev.waybill.documents.parse.FileType;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/// A chunk as metadata of a vector, and filters on it.
final class S3Metadata {

  /// Large or not needed in filters, whose metadata is limited to 2 KB.
  static final List<String> NOT_FILTERABLE =
      List.of("name", "number", "text", "page", "headings", "tokens", "current", "leftovers");

  private S3Metadata() {}

  static Map<String, Object> of(IndexedDocument document, Chunk chunk, String generation) {
    Map<String, Object> metadata = new HashMap<>();
    metadata.put("kind", "chunk");
    metadata.put("tenant", document.tenant());
    metadata.put("session", document.session());
    metadata.put("document", document.id());
    metadata.put("type", document.type().text());
    metadata.put("created", document.createdAt().toEpochMilli());
    metadata.put("generation", generation);
    metadata.put("name", document.name());
    metadata.put("number", chunk.number());
    metadata.put("text", chunk.text());
    metadata.put("page", chunk.page());
    metadata.put("tokens", chunk.tokens());
    if (!chunk.headings().isEmpty()) {
      metadata.put("headings", chunk.headings());
    }
    return metadata;
  }

  static IndexedDocument document(JsonNode metadata) {
    return new IndexedDocument(
        text(metadata, "tenant"),
        text(metadata, "session"),
        text(metadata, "document"),
        text(metadata, "name"),
        FileType.of(text(metadata, "type")).orElse(FileType.TEXT),
        Instant.ofEpochMilli(metadata.path("created").asLong()));
  }

  static Chunk chunk(JsonNode metadata) {
    List<String> headings = new ArrayList<>();
    metadata.path("headings").forEach(heading -> headings.add(heading.asString()));
    return new Chunk(
        metadata.path("number").asInt(),
        text(metadata, "text"),
        metadata.path("page").asInt(),
        headings,
        metadata.path("tokens").asInt());
  }

  static String text(JsonNode metadata, String name) {
    return metadata.path(name).asString("");
  }

  /// @param stale generations that were found not to count
  static Map<String, Object> filter(String tenant, ChunkFilter filter, Collection<String> stale) {
    List<Object> all = new ArrayList<>();
    all.add(Map.of("kind", Map.of("$eq", "chunk")));
    all.add(Map.of("tenant", Map.of("$eq", tenant)));
    condition(all, "session", "$in", filter.sessions());
    condition(all, "document", "$in", filter.documents());
    condition(all, "type", "$in", filter.types().stream().map(FileType::text).toList());
    condition(all, "generation", "$nin", stale);
    if (filter.createdFrom() != null) {
      all.add(Map.of("created", Map.of("$gte", filter.createdFrom().toEpochMilli())));
    }
    if (filter.createdTo() != null) {
      all.add(Map.of("created", Map.of("$lt", filter.createdTo().toEpochMilli())));
    }
    return Map.of("$and", all);
  }

  private static void condition(
      List<Object> all, String name, String operator, Collection<String> values) {
    if (!values.isEmpty()) {
      all.add(Map.of(name, Map.of(operator, List.copyOf(values))));
    }
  }
}
