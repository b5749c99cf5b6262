package dev.waybill.bench.measure;

import dev.waybill.documents.chunk.Chunk;
import dev.waybill.documents.embed.EmbeddingModel;
import dev.waybill.documents.embed.Vector;
import dev.waybill.documents.index.ChunkFilter;
import dev.waybill.documents.index.ChunkHit;
import dev.waybill.documents.index.ChunkIndex;
import dev.waybill.documents.index.ChunkQuery;
import dev.waybill.documents.index.EmbeddedChunk;
import dev.waybill.documents.index.IndexedDocument;
import dev.waybill.documents.parse.FileType;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Drawn chunks: texts of 120 words, and vectors around 500 centers, as those of texts on 500
/// subjects would be. Their exact neighbors are known.
final class SampleIndex {

  static final int NEAREST = 10;

  private static final String TENANT = "bench";
  private static final EmbeddingModel MODEL = new EmbeddingModel("drawn", 384, 256);
  private static final int CENTERS = 500;
  private static final float SPREAD = 0.04f;
  private static final int CHUNKS_PER_DOCUMENT = 100;
  private static final int WORDS_PER_CHUNK = 120;
  private static final int WORDS_PER_QUERY = 8;

  private final ChunkIndex index;
  private final Random random = new Random(18);
  private final SampleMessages words = new SampleMessages(18);
  private final List<Vector> vectors = new ArrayList<>();
  private final List<float[]> centers =
      IntStream.range(0, CENTERS)
          .mapToObj(_ -> moved(new float[MODEL.dimension()], 1).values())
          .toList();

  SampleIndex(ChunkIndex index) {
    this.index = index;
  }

  void fill(int chunks) {
    while (vectors.size() < chunks) {
      String id = "d" + vectors.size();
      index.replace(
          new IndexedDocument(TENANT, "s", id, id + ".txt", FileType.TEXT, Instant.EPOCH),
          MODEL,
          document());
    }
  }

  private List<EmbeddedChunk> document() {
    List<EmbeddedChunk> chunks = new ArrayList<>();
    for (int i = 0; i < CHUNKS_PER_DOCUMENT; i++) {
      Vector vector = vector();
      Chunk chunk = new Chunk(vectors.size(), text(WORDS_PER_CHUNK), 1 + i / 3, List.of(), 160);
      vectors.add(vector);
      chunks.add(new EmbeddedChunk(chunk, vector));
    }
    return chunks;
  }

  private Vector vector() {
    return moved(centers.get(random.nextInt(CENTERS)).clone(), SPREAD);
  }

  private Vector moved(float[] values, float by) {
    for (int i = 0; i < values.length; i++) {
      values[i] += (float) random.nextGaussian() * by;
    }
    return Vector.of(values);
  }

  private String text(int count) {
    return IntStream.range(0, count).mapToObj(_ -> words.word()).collect(Collectors.joining(" "));
  }

  /// A query by words and vector.
  ChunkQuery query() {
    return new ChunkQuery(text(WORDS_PER_QUERY), vector(), ChunkFilter.ALL, NEAREST);
  }

  List<ChunkHit> search(ChunkQuery query) {
    return index.search(TENANT, MODEL, query);
  }

  /// The share of the nearest vectors that a search without words finds.
  double recall(int queries) {
    long found = 0;
    for (int i = 0; i < queries; i++) {
      ChunkQuery query = new ChunkQuery("", vector(), ChunkFilter.ALL, NEAREST);
      Set<Integer> nearest = nearest(query.vector());
      found += search(query).stream().filter(hit -> nearest.contains(hit.chunk().number())).count();
    }
    return found / (double) (queries * NEAREST);
  }

  private Set<Integer> nearest(Vector target) {
    float[] similarities = new float[vectors.size()];
    for (int i = 0; i < similarities.length; i++) {
      similarities[i] = vectors.get(i).similarity(target);
    }
    return IntStream.range(0, similarities.length)
        .boxed()
        .sorted(Comparator.comparingDouble(i -> -similarities[i]))
        .limit(NEAREST)
        .collect(Collectors.toSet());
  }
}
