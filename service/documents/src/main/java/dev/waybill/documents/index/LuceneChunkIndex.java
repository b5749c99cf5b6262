package dev.waybill.documents.index;

import dev.waybill.WaybillException;
import dev.waybill.documents.embed.EmbeddingModel;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.StoredFields;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.KnnFloatVectorQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TopDocs;

/// The index of chunks in a directory of this server. A search ranks chunks by their words (BM25)
/// and by their vectors (HNSW), and fuses both rankings by reciprocal rank.
public final class LuceneChunkIndex implements ChunkIndex {

  private final IndexDirectory directory;
  private final CommittedIndex index;
  private final ChunkWords words;

  private LuceneChunkIndex(IndexDirectory directory, CommittedIndex index, ChunkWords words) {
    this.directory = directory;
    this.index = index;
    this.words = words;
  }

  /// Opens the index, or starts a new one if there is none or if it cannot be read. Checks the
  /// checksums of all files first.
  ///
  /// @throws WaybillException with `STORE_LOCKED` if another process has it open
  public static LuceneChunkIndex open(Path path) {
    IndexDirectory directory = IndexDirectory.open(path);
    ChunkWords words = new ChunkWords();
    return new LuceneChunkIndex(
        directory, CommittedIndex.open(directory.files(), words.analyzer()), words);
  }

  /// Where an index that could not be read was moved to when this one was opened.
  public Optional<Path> damaged() {
    return directory.damaged();
  }

  @Override
  public void replace(IndexedDocument document, EmbeddingModel model, List<EmbeddedChunk> chunks) {
    chunks.forEach(chunk -> model.checkDimension(chunk.vector()));
    Term key = ChunkFields.key(document.tenant(), document.id());
    Iterable<Document> fields =
        () -> chunks.stream().map(chunk -> ChunkFields.write(document, model, chunk)).iterator();
    // An update with nothing to add would leave a buffer in the writer that no commit empties.
    index.change(
        writer ->
            chunks.isEmpty() ? writer.deleteDocuments(key) : writer.updateDocuments(key, fields));
  }

  @Override
  public synchronized boolean remove(String tenant, String document) {
    boolean present =
        index.search(
            searcher -> searcher.count(new TermQuery(ChunkFields.key(tenant, document))) > 0);
    index.remove(ChunkFields.key(tenant, document));
    return present;
  }

  /// Deletes the damaged index as well: it may contain removed documents.
  @Override
  public void purge() {
    String removed = removed();
    if (!removed.isEmpty()) {
      directory.deleteDamaged();
      index.purge(removed);
    }
  }

  /// While no document is being removed.
  private synchronized String removed() {
    return index.removed();
  }

  @Override
  public List<ChunkHit> search(String tenant, EmbeddingModel model, ChunkQuery query) {
    return search(tenant, model, query, EnumSet.allOf(Ranking.class));
  }

  /// How chunks are put in order.
  enum Ranking {
    WORDS,
    VECTORS
  }

  List<ChunkHit> search(
      String tenant, EmbeddingModel model, ChunkQuery query, Set<Ranking> rankings) {
    model.checkDimension(query.vector());
    Query filter = ChunkFields.filter(tenant, model, query.filter());
    return index.search(
        searcher -> {
          List<List<Long>> ranked = new ArrayList<>();
          for (Ranking ranking : rankings) {
            ranked.add(
                numbers(
                    switch (ranking) {
                      case WORDS -> byWords(searcher, query.text(), filter);
                      case VECTORS -> byVector(searcher, ChunkFields.vector(model), query, filter);
                    }));
          }
          return hits(searcher, RankFusion.best(query.limit(), ranked), query.text());
        });
  }

  private static List<Long> numbers(TopDocs ranked) {
    return Arrays.stream(ranked.scoreDocs).map(found -> (long) found.doc).toList();
  }

  private TopDocs byWords(IndexSearcher searcher, String text, Query filter) throws IOException {
    BooleanQuery query =
        new BooleanQuery.Builder()
            .add(words.query(text), BooleanClause.Occur.MUST)
            .add(filter, BooleanClause.Occur.FILTER)
            .build();
    return searcher.search(query, RankFusion.CANDIDATES);
  }

  /// Lucene searches exactly where the graph gives too few of the chunks that pass the filter.
  private static TopDocs byVector(
      IndexSearcher searcher, String field, ChunkQuery query, Query filter) throws IOException {
    float[] target = query.vector().values();
    return searcher.search(
        new KnnFloatVectorQuery(field, target, RankFusion.CANDIDATES, filter),
        RankFusion.CANDIDATES);
  }

  private List<ChunkHit> hits(IndexSearcher searcher, List<RankFusion.Ranked> best, String text)
      throws IOException {
    StoredFields stored = searcher.storedFields();
    ChunkWords.Highlighter highlighter = words.highlighter(text);
    List<ChunkHit> hits = new ArrayList<>(best.size());
    for (RankFusion.Ranked found : best) {
      hits.add(ChunkFields.read(stored.document((int) found.id()), found.score(), highlighter));
    }
    return List.copyOf(hits);
  }

  @Override
  public boolean isComplete() {
    return index.isComplete();
  }

  @Override
  public void markComplete() {
    index.markComplete();
  }

  @Override
  public void close() {
    try (directory) {
      index.close();
    }
  }
}
