package dev.waybill.documents.index;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.documents.chunk.Chunk;
import dev.waybill.documents.embed.EmbeddingModel;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.databind.JsonNode;

/// The index of chunks in Amazon S3 Vectors, which several servers can share. It ranks chunks by
/// their vectors only: S3 Vectors has no full-text search. Each model has a vector index.
///
/// A replacement writes the new chunks, then a head that points to them, and then deletes the old
/// ones; a search drops chunks that the head of their document does not point to. Replacements of
/// one document must not run at the same time.
public final class S3ChunkIndex implements ChunkIndex {

  private static final int MODEL_CHARACTERS = 24;

  private final S3Vectors api;
  private final String prefix;
  private final ChunkWords words = new ChunkWords();
  private final Set<String> created = ConcurrentHashMap.newKeySet();

  /// @param prefix of the names of vector indexes: lower-case letters and digits
  public S3ChunkIndex(S3Vectors api, String prefix) {
    if (!prefix.matches("[a-z0-9]{1,16}")) {
      throw new WaybillException(
          Code.INVALID_ARGUMENT, "the prefix must have 1 to 16 lower-case letters and digits");
    }
    this.api = api;
    this.prefix = prefix;
  }

  @Override
  public void replace(IndexedDocument document, EmbeddingModel model, List<EmbeddedChunk> chunks) {
    chunks.forEach(chunk -> model.checkDimension(chunk.vector()));
    S3Index index = index(model);
    if (!chunks.isEmpty()) {
      if (created.add(index.name())) {
        index.create(model.dimension());
      }
      new S3Document(index, document.tenant(), document.id())
          .replace(document, UUID.randomUUID().toString(), chunks);
    }
    removeFrom(
        indexes().stream().filter(other -> chunks.isEmpty() || !other.equals(index)).toList(),
        document.tenant(),
        document.id());
  }

  @Override
  public boolean remove(String tenant, String document) {
    return removeFrom(indexes(), tenant, document);
  }

  private static boolean removeFrom(List<S3Index> indexes, String tenant, String document) {
    boolean removed = false;
    for (S3Index index : indexes) {
      removed |= new S3Document(index, tenant, document).remove();
    }
    return removed;
  }

  @Override
  public List<ChunkHit> search(String tenant, EmbeddingModel model, ChunkQuery query) {
    model.checkDimension(query.vector());
    ChunkWords.Highlighter highlighter = words.highlighter(query.text());
    return new S3Search(index(model), tenant, query)
        .run().stream().map(found -> hit(found, highlighter)).toList();
  }

  private static ChunkHit hit(JsonNode found, ChunkWords.Highlighter highlighter) {
    Chunk chunk = S3Metadata.chunk(found.path("metadata"));
    return new ChunkHit(
        S3Metadata.document(found.path("metadata")),
        chunk,
        2 - found.path("distance").asDouble(),
        highlighter.ranges(chunk.text()));
  }

  /// Different names of models give different names of indexes, which allow few characters.
  private S3Index index(EmbeddingModel model) {
    String readable = model.name().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
    String name =
        "%s-model-%s-%08x-%d"
            .formatted(
                prefix,
                readable.substring(0, Math.min(readable.length(), MODEL_CHARACTERS)),
                model.name().hashCode(),
                model.dimension());
    return new S3Index(api, name);
  }

  private List<S3Index> indexes() {
    return S3Index.names(api, prefix + "-model-").stream()
        .map(name -> new S3Index(api, name))
        .toList();
  }

  /// An empty index with a name of its own says so, since it is durable and needs no other store.
  private S3Index marker() {
    return new S3Index(api, prefix + "-complete");
  }

  @Override
  public boolean isComplete() {
    return marker().exists();
  }

  @Override
  public void markComplete() {
    marker().create(1);
  }

  @Override
  public void close() {
    // connections are closed when they are idle
  }
}
