package dev.waybill.documents.index;

import dev.waybill.documents.embed.EmbeddingModel;
import java.util.List;

/// Keeps the chunks of documents and finds them by words and by meaning. Searches see all chunks of
/// a document or none: a replacement takes effect at once, and durably, when the call returns.
///
/// The index is a projection: its owner keeps the chunks and their vectors elsewhere and can fill
/// it again.
public interface ChunkIndex extends AutoCloseable {

  /// Puts the chunks of a document in place of those it had.
  void replace(IndexedDocument document, EmbeddingModel model, List<EmbeddedChunk> chunks);

  /// Removes all chunks of a document; false if there were none.
  boolean remove(String tenant, String document);

  /// Deletes what files still contain of removed documents, if there is any. It may take long;
  /// other calls go on meanwhile. Indexes of other services leave it to them.
  default void purge() {}

  /// The best chunks first. Only chunks with vectors of this model are found.
  List<ChunkHit> search(String tenant, EmbeddingModel model, ChunkQuery query);

  /// False in a new index, and in one that was damaged or of another format and therefore started
  /// empty, until [#markComplete].
  boolean isComplete();

  /// Says that all documents are in the index.
  void markComplete();

  @Override
  void close();
}
