package dev.waybill.documents.process;

import dev.waybill.document.Document;
import dev.waybill.documents.embed.EmbeddingModel;
import dev.waybill.documents.parse.Block;
import dev.waybill.documents.process.StageFiles.Chunks;
import dev.waybill.documents.process.StageFiles.Vectors;
import dev.waybill.documents.record.DocumentFacts;
import dev.waybill.messages.DerivedId;
import dev.waybill.spi.BlobStore;
import java.util.List;
import java.util.Optional;

/// The results of stages, by content and settings: a retry continues with them, and the same
/// content is not processed again. Any of them may be missing; then its stage runs again.
public final class StageResults {

  private static final String BLOCKS = "blocks";
  private static final String CHUNKS = "chunks";
  private static final String VECTORS = "vectors";
  private static final String PART = "part";

  private final BlobStore blobs;
  private final DocumentFacts facts;
  private final String tenant;
  private final String settings;
  private final String parsing;
  private final String embedding;

  /// @param settings of parser and chunker
  public StageResults(BlobStore blobs, DocumentFacts facts, String settings, EmbeddingModel model) {
    this.blobs = blobs;
    this.facts = facts;
    this.tenant = facts.tenant();
    this.settings = settings;
    this.parsing = DerivedId.of(settings);
    this.embedding = embedding(model.name(), model.dimension());
  }

  private String embedding(String model, int dimension) {
    return DerivedId.of(settings, model, Integer.toString(dimension));
  }

  Optional<List<Block>> blocks(Document document) {
    return get(blocksName(document), StageFiles.BLOCKS);
  }

  void keepBlocks(Document document, List<Block> blocks) {
    put(blocksName(document), StageFiles.BLOCKS, blocks);
  }

  Optional<Chunks> chunks(Document document) {
    return get(chunksName(document), StageFiles.CHUNKS);
  }

  void keepChunks(Document document, Chunks chunks) {
    put(chunksName(document), StageFiles.CHUNKS, chunks);
  }

  Optional<Vectors> vectors(Document document) {
    return get(vectorsName(document), StageFiles.VECTORS);
  }

  boolean hasVectors(Document document) {
    return blobs.find(tenant, vectorsName(document)).isPresent();
  }

  void keepVectors(Document document, Vectors vectors) {
    put(vectorsName(document), StageFiles.VECTORS, vectors);
  }

  /// The vectors of the first chunks, if the stage was stopped before it had all of them.
  Optional<Vectors> part(Document document) {
    return get(partName(document), StageFiles.VECTORS);
  }

  /// Replaces a smaller part.
  void keepPart(Document document, Vectors vectors) {
    blobs.delete(tenant, partName(document));
    put(partName(document), StageFiles.VECTORS, vectors);
  }

  /// Deletes the chunks, which are with the vectors, and the vectors of the model before. What the
  /// parser has read stays for another model.
  void deleteIntermediate(Document document) {
    blobs.delete(tenant, partName(document));
    blobs.delete(tenant, chunksName(document));
    Document.Indexed before = document.progress().indexed();
    String earlier = before == null ? embedding : embedding(before.model(), before.dimension());
    if (!earlier.equals(embedding)) {
      blobs.delete(tenant, name(document, VECTORS, earlier));
    }
  }

  /// Deletes the results of a document that is deleted, unless another one has the same content.
  public void delete(Document document) {
    if (!facts.isLastWithContent(document)) {
      return;
    }
    deleteIntermediate(document);
    blobs.delete(tenant, blocksName(document));
    blobs.delete(tenant, vectorsName(document));
  }

  private String blocksName(Document document) {
    return name(document, BLOCKS, parsing);
  }

  private String chunksName(Document document) {
    return name(document, CHUNKS, embedding);
  }

  private String vectorsName(Document document) {
    return name(document, VECTORS, embedding);
  }

  private String partName(Document document) {
    return name(document, PART, embedding);
  }

  /// The type is part of it: names decide between types of text that look alike.
  private static String name(Document document, String stage, String settings) {
    Document.Content content = document.content();
    return "documents/" + content.hash() + "/" + content.type() + "-" + stage + "-" + settings;
  }

  private <T> Optional<T> get(String name, dev.waybill.wire.json.Document<T> form) {
    return blobs.get(tenant, name).map(form::readAnswer);
  }

  /// If another job has stored the same result, that one stays.
  private <T> void put(String name, dev.waybill.wire.json.Document<T> form, T result) {
    var _ = blobs.put(tenant, name, form.bytes(result));
  }
}
