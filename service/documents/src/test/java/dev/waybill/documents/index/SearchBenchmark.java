package dev.waybill.documents.index;

import dev.waybill.documents.chunk.Chunk;
import dev.waybill.documents.embed.EmbeddingModel;
import dev.waybill.documents.embed.Vector;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;

/// Measures the Lucene index: how fast it is filled and searched, and how many of the 10 nearest
/// vectors it finds. Run it with the number of chunks (100,000 by default).
final class SearchBenchmark {

  private static final EmbeddingModel MODEL = new EmbeddingModel("synthetic", 384, 256);
  private static final int CLUSTERS = 500;
  private static final int CHUNKS_PER_DOCUMENT = 100;
  private static final int VOCABULARY = 20_000;
  private static final int QUERIES = 500;

  private final Random random = new Random(18);
  private final List<Vector> centers =
      IntStream.range(0, CLUSTERS)
          .mapToObj(i -> SampleChunks.random(random, MODEL.dimension()))
          .toList();
  private final List<Vector> vectors = new ArrayList<>();
  private final PrintStream out;

  private SearchBenchmark(PrintStream out) {
    this.out = out;
  }

  public static void main(String[] args) throws Exception {
    int chunks = args.length > 0 ? Integer.parseInt(args[0]) : 100_000;
    Path directory = Files.createTempDirectory("waybill-search");
    SearchBenchmark benchmark = new SearchBenchmark(System.out);
    try (LuceneChunkIndex index = LuceneChunkIndex.open(directory)) {
      benchmark.fill(index, chunks);
      benchmark.search(index);
      benchmark.recall(index);
    }
    long from = System.nanoTime();
    LuceneChunkIndex.open(directory).close();
    benchmark.report("opening", millis(from), "ms");
  }

  private void fill(LuceneChunkIndex index, int chunks) {
    long from = System.nanoTime();
    for (int document = 0; document < chunks / CHUNKS_PER_DOCUMENT; document++) {
      List<EmbeddedChunk> all = new ArrayList<>();
      for (int i = 0; i < CHUNKS_PER_DOCUMENT; i++) {
        Vector vector = nearACenter();
        vectors.add(vector);
        all.add(
            new EmbeddedChunk(
                new Chunk(vectors.size() - 1, text(120), i / 3 + 1, List.of("Part " + i / 10), 160),
                vector));
      }
      index.replace(SampleChunks.document("acme", "d-" + document), MODEL, all);
    }
    report("indexing", chunks / (millis(from) / 1_000), "chunks/s");
  }

  private Vector nearACenter() {
    float[] values = centers.get(random.nextInt(CLUSTERS)).values();
    for (int i = 0; i < values.length; i++) {
      values[i] += (float) (random.nextGaussian() * 0.04);
    }
    return Vector.of(values);
  }

  /// Common words are more frequent, as in natural texts.
  private String text(int words) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < words; i++) {
      int word = (int) (VOCABULARY * Math.pow(random.nextDouble(), 3));
      text.append("word").append(word).append(' ');
    }
    return text.toString();
  }

  private ChunkQuery query(int words) {
    return new ChunkQuery(text(words), nearACenter(), ChunkFilter.ALL, 10);
  }

  private void search(LuceneChunkIndex index) {
    for (int i = 0; i < QUERIES; i++) {
      index.search("acme", MODEL, query(8));
    }
    double[] times = new double[QUERIES];
    for (int i = 0; i < QUERIES; i++) {
      ChunkQuery query = query(8);
      long from = System.nanoTime();
      index.search("acme", MODEL, query);
      times[i] = millis(from);
    }
    Arrays.sort(times);
    report("search p50", times[QUERIES / 2], "ms");
    report("search p99", times[QUERIES * 99 / 100], "ms");
  }

  private void recall(LuceneChunkIndex index) {
    int found = 0;
    for (int i = 0; i < 100; i++) {
      ChunkQuery query = query(0);
      Set<Integer> hits = new HashSet<>();
      index.search("acme", MODEL, query).forEach(hit -> hits.add(hit.chunk().number()));
      hits.retainAll(nearest(query.vector()));
      found += hits.size();
    }
    report("recall@10", found / 1_000.0, "of exact search");
  }

  private Set<Integer> nearest(Vector target) {
    float[] similarities = new float[vectors.size()];
    for (int i = 0; i < similarities.length; i++) {
      similarities[i] = vectors.get(i).similarity(target);
    }
    return new HashSet<>(
        IntStream.range(0, similarities.length)
            .boxed()
            .sorted(Comparator.comparingDouble((Integer i) -> -similarities[i]))
            .limit(10)
            .toList());
  }

  private static double millis(long from) {
    return (System.nanoTime() - from) / 1e6;
  }

  private void report(String name, double value, String unit) {
    out.printf("%-12s %10.3f %s%n", name, value, unit);
  }
}
