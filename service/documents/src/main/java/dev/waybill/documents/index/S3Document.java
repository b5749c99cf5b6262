package dev.waybill.documents.index;

import dev.waybill.documents.embed.Vector;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/// The vectors of one document in a vector index: its head, and chunks by generation.
record S3Document(S3Index index, String tenant, String id) {

  static String headKey(String tenant, String document) {
    return tenant + '/' + document;
  }

  private S3Head head() {
    String key = headKey(tenant, id);
    return index.heads(Set.of(key)).getOrDefault(key, S3Head.NONE);
  }

  void replace(IndexedDocument document, String generation, List<EmbeddedChunk> chunks) {
    S3Head.Generation next = new S3Head.Generation(generation, chunks.size());
    S3Head head = withoutLeftovers(head());
    save(head.announcing(next));
    index.put(
        IntStream.range(0, chunks.size())
            .mapToObj(i -> vector(document, next, i, chunks.get(i)))
            .toList());
    S3Head switched = head.switchedTo(next);
    save(switched);
    if (!switched.leftovers().isEmpty()) {
      save(withoutLeftovers(switched));
    }
  }

  private Map<String, Object> vector(
      IndexedDocument document, S3Head.Generation generation, int position, EmbeddedChunk chunk) {
    return S3Index.vector(
        key(generation, position),
        chunk.vector(),
        S3Metadata.of(document, chunk.chunk(), generation.id()));
  }

  private String key(S3Head.Generation generation, int position) {
    return headKey(tenant, id) + '/' + generation.id() + '/' + position;
  }

  /// False if there were no chunks. Searches see none of them as soon as the head is written; it is
  /// deleted last, since it says what must be deleted.
  boolean remove() {
    String key = headKey(tenant, id);
    S3Head head = index.heads(Set.of(key)).get(key);
    if (head == null) {
      return false;
    }
    S3Head hidden = head.withoutCurrent();
    save(hidden);
    withoutLeftovers(hidden);
    index.delete(List.of(key));
    return head.current().count() > 0;
  }

  private S3Head withoutLeftovers(S3Head head) {
    head.leftovers().forEach(this::delete);
    return head.withoutLeftovers();
  }

  private void delete(S3Head.Generation generation) {
    index.delete(IntStream.range(0, generation.count()).mapToObj(i -> key(generation, i)).toList());
  }

  /// The vector of a head does not matter, but it must have a direction.
  private void save(S3Head head) {
    float[] values = new float[index.dimension()];
    values[0] = 1;
    index.put(List.of(S3Index.vector(headKey(tenant, id), Vector.of(values), head.metadata())));
  }
}
