package dev.waybill.documents.process;

import dev.waybill.document.Document;
import dev.waybill.document.DocumentStage;
import dev.waybill.documents.chunk.Chunk;
import dev.waybill.documents.embed.Embedder;
import dev.waybill.documents.embed.EmbeddingException;
import dev.waybill.documents.embed.Vector;
import dev.waybill.documents.index.EmbeddedChunk;
import dev.waybill.documents.process.StageFiles.Chunks;
import dev.waybill.documents.process.StageFiles.Vectors;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// Embeds the chunks of a document, one call of the model after the other. What a call returned is
/// kept when a later one fails, and now and then before that.
final class Embedding {

  /// Fewer chunks are not kept before a call fails.
  private static final int WORTH_KEEPING = 1_024;

  /// No model takes more texts in one call.
  private static final int MOST_AT_ONCE = 2_048;

  private final Embedder embedder;
  private final StageResults results;
  private final ProcessingProgress progress;

  Embedding(Embedder embedder, StageResults results, ProcessingProgress progress) {
    this.embedder = embedder;
    this.results = results;
    this.progress = progress;
  }

  Vectors embed(Document document, Chunks chunks) throws StageException {
    List<EmbeddedChunk> embedded = new ArrayList<>(known(document, chunks));
    int kept = embedded.size();
    try {
      while (embedded.size() < chunks.all().size()) {
        progress.reached(document, DocumentStage.EMBED, embedded.size(), chunks.all().size());
        embedNext(chunks.all(), embedded);
        if (embedded.size() >= Math.max(WORTH_KEEPING, 2 * kept)) {
          kept = embedded.size();
          results.keepPart(document, new Vectors(chunks.pages(), embedded));
        }
      }
    } catch (StageException failed) {
      if (embedded.size() > kept) {
        results.keepPart(document, new Vectors(chunks.pages(), embedded));
      }
      throw failed;
    }
    return new Vectors(chunks.pages(), embedded);
  }

  /// The first chunks, if an earlier attempt has embedded them.
  private List<EmbeddedChunk> known(Document document, Chunks chunks) {
    List<EmbeddedChunk> part = results.part(document).map(Vectors::all).orElseGet(List::of);
    List<Chunk> texts = part.stream().map(EmbeddedChunk::chunk).toList();
    boolean fits =
        texts.size() <= chunks.all().size() && texts.equals(chunks.all().subList(0, texts.size()));
    return fits ? part : List.of();
  }

  private void embedNext(List<Chunk> all, List<EmbeddedChunk> embedded) throws StageException {
    List<String> next =
        all.stream().skip(embedded.size()).limit(MOST_AT_ONCE).map(Chunk::text).toList();
    for (Vector vector : vectors(next.subList(0, embedder.inOneCall(next)))) {
      embedded.add(new EmbeddedChunk(all.get(embedded.size()), vector));
    }
  }

  private List<Vector> vectors(List<String> texts) throws StageException {
    try {
      return embedder.embed(texts);
    } catch (EmbeddingException failed) {
      throw stopped(failed);
    }
  }

  private static StageException stopped(EmbeddingException why) {
    Duration wait = why.retryAfter().orElse(null);
    if (why.isPostponed() && wait != null) {
      return StageException.postponed(DocumentStage.EMBED, "embedding_postponed", why, wait);
    }
    return why.isRetryable()
        ? StageException.retryable(DocumentStage.EMBED, "embedding_failed", why, wait)
        : StageException.refused(DocumentStage.EMBED, "embedding_refused", why);
  }
}
