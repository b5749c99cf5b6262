package dev.waybill.documents.index;

import dev.waybill.documents.chunk.Chunk;
import java.util.List;

/// A chunk that answers a query.
///
/// @param score higher is better; comparable only within one answer
/// @param highlights parts of the text that match the words of the query
public record ChunkHit(
    IndexedDocument document, Chunk chunk, double score, List<Range> highlights) {

  public ChunkHit {
    highlights = List.copyOf(highlights);
  }

  /// Characters of the text of the chunk.
  ///
  /// @param end exclusive
  public record Range(int start, int end) {}
}
