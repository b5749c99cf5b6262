package dev.waybill.documents.index;

import dev.waybill.documents.chunk.Chunk;
import dev.waybill.documents.embed.EmbeddingModel;
import dev.waybill.documents.embed.Vector;
import dev.waybill.documents.parse.FileType;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/// Documents, chunks and vectors for tests.
public final class SampleChunks {

  public static final EmbeddingModel MODEL = new EmbeddingModel("small", 8, 256);
  public static final Instant MORNING = Instant.parse("2026-11-18T08:00:00.123Z");

  private SampleChunks() {}

  public static IndexedDocument document(String tenant, String id) {
    return new IndexedDocument(tenant, "session-1", id, id + ".txt", FileType.TEXT, MORNING);
  }

  /// One chunk per text, with vectors that depend on the text only.
  public static List<EmbeddedChunk> chunks(String... texts) {
    return IntStream.range(0, texts.length).mapToObj(i -> chunk(i, texts[i])).toList();
  }

  public static EmbeddedChunk chunk(int number, String text) {
    return new EmbeddedChunk(new Chunk(number, text, 1, List.of(), 5), vector(text));
  }

  public static Vector vector(String text) {
    return vector(text, MODEL.dimension());
  }

  public static Vector vector(String text, int dimension) {
    return random(new Random(text.hashCode()), dimension);
  }

  public static Vector random(Random random, int dimension) {
    float[] values = new float[dimension];
    for (int i = 0; i < dimension; i++) {
      values[i] = (float) random.nextGaussian();
    }
    return Vector.of(values);
  }

  public static ChunkQuery query(String text) {
    return query(text, ChunkFilter.ALL);
  }

  public static ChunkQuery query(String text, ChunkFilter filter) {
    return new ChunkQuery(text, vector(text), filter, 10);
  }

  public static List<String> texts(List<ChunkHit> hits) {
    return hits.stream().map(hit -> hit.chunk().text()).toList();
  }
}
