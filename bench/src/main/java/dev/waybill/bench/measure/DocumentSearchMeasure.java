package dev.waybill.bench.measure;

import dev.waybill.bench.Loopback;
import dev.waybill.bench.Numbers;
import dev.waybill.bench.Plan;
import dev.waybill.bench.Results;
import dev.waybill.bench.Scratch;
import dev.waybill.bench.peer.Contender;
import dev.waybill.documents.index.ChunkQuery;
import dev.waybill.documents.index.LuceneChunkIndex;
import java.nio.file.Path;
import java.util.Arrays;

/// The index of chunks on this server: how fast it is filled, opened and searched, and how many of
/// the nearest vectors it finds.
public final class DocumentSearchMeasure implements Measure {

  public static final String FILL = "index of chunks, filled";
  public static final String OPEN = "index of chunks, opened";
  public static final String SEARCH = "search by words and vector";
  public static final String RECALL = "search by vector, found of the 10 nearest";

  private static final double SEARCH_TARGET = 50;
  private static final double RECALL_TARGET = 0.95;
  private static final int QUERIES = 500;
  private static final int EXACT_QUERIES = 100;

  private final Scratch scratch;

  public DocumentSearchMeasure(Scratch scratch) {
    this.scratch = scratch;
  }

  @Override
  public void take(Contender contender, Plan plan, Results results) {
    Loopback figures = new Loopback(results);
    Path folder = scratch.next("chunks");
    int chunks = plan.documents().chunks();
    String stored = Numbers.of(chunks) + " chunks";
    try (LuceneChunkIndex index = LuceneChunkIndex.open(folder)) {
      SampleIndex samples = new SampleIndex(index);
      long began = System.nanoTime();
      samples.fill(chunks);
      figures.add(FILL, stored, "chunks/s", chunks * 1e9 / (System.nanoTime() - began));
      search(samples, new Loopback(new Results(_ -> {})));
      for (int i = 0; i < plan.repeats(); i++) {
        search(samples, figures);
      }
      figures.ratio(RECALL, "exact search", samples.recall(EXACT_QUERIES), RECALL_TARGET);
    }
    long began = System.nanoTime();
    LuceneChunkIndex.open(folder).close();
    figures.add(OPEN, stored, "s", (System.nanoTime() - began) / 1e9);
    Scratch.delete(folder);
  }

  private static void search(SampleIndex samples, Loopback figures) {
    long[] nanos = new long[QUERIES];
    for (int i = 0; i < QUERIES; i++) {
      ChunkQuery query = samples.query();
      long began = System.nanoTime();
      samples.search(query);
      nanos[i] = System.nanoTime() - began;
    }
    Arrays.sort(nanos);
    figures.add(SEARCH + ", p50", "", "ms", LatencyMeasure.percentile(nanos, 0.5) / 1e6);
    figures.atMost(
        SEARCH + ", p99", "ms", LatencyMeasure.percentile(nanos, 0.99) / 1e6, SEARCH_TARGET);
  }

  @Override
  public boolean takesTurns() {
    return false;
  }

  @Override
  public boolean isFor(Contender.Role role) {
    return role == Contender.Role.WAYBILL;
  }
}
