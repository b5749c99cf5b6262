package dev.waybill.documents;

import dev.waybill.Code;
import dev.waybill.Page;
import dev.waybill.WaybillException;
import dev.waybill.base.Text;
import dev.waybill.document.DocumentQuery;
import dev.waybill.document.FoundPassage;
import dev.waybill.documents.embed.EmbeddingException;
import dev.waybill.documents.embed.Vector;
import dev.waybill.documents.index.ChunkFilter;
import dev.waybill.documents.index.ChunkHit;
import dev.waybill.documents.index.ChunkQuery;
import dev.waybill.documents.parse.FileType;
import dev.waybill.documents.process.Tools;
import dev.waybill.documents.record.DocumentFacts;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/// Finds passages in the documents of one tenant.
///
/// Another server may have deleted a document that is in the index of this one. Such a document is
/// removed from the index when it is found.
record PassageSearch(DocumentFacts facts, Supplier<Tools> tools, IndexState state) {

  Page<FoundPassage> find(DocumentQuery query) {
    check(query);
    Tools with = tools.get();
    boolean incomplete = !state.isComplete(with);
    ChunkQuery chunks =
        new ChunkQuery(query.text(), vector(with, query.text()), filter(query), query.limit());
    List<ChunkHit> found = existing(with, chunks);
    return new Page<>(found.stream().map(PassageSearch::passage).toList(), null, incomplete);
  }

  /// Searches again if documents were removed: others take their places.
  private List<ChunkHit> existing(Tools with, ChunkQuery query) {
    while (true) {
      List<ChunkHit> found = with.index().search(facts.tenant(), with.embedder().model(), query);
      Set<String> deleted = deleted(found);
      if (deleted.isEmpty()) {
        return found;
      }
      deleted.forEach(id -> with.index().remove(facts.tenant(), id));
    }
  }

  private Set<String> deleted(List<ChunkHit> found) {
    Set<String> ids = found.stream().map(hit -> hit.document().id()).collect(Collectors.toSet());
    ids.removeAll(facts.find(ids).keySet());
    return ids;
  }

  private static void check(DocumentQuery query) {
    if (query.text().isBlank() || query.text().length() > DocumentQuery.MAX_LENGTH) {
      throw new WaybillException(
          Code.INVALID_ARGUMENT,
          "query must have 1 to " + DocumentQuery.MAX_LENGTH + " characters");
    }
  }

  private static ChunkFilter filter(DocumentQuery query) {
    return new ChunkFilter(
        query.session() == null ? Set.of() : Set.of(query.session()),
        query.documents(),
        query.types().stream().map(PassageSearch::type).collect(Collectors.toSet()),
        query.createdFrom(),
        query.createdBefore());
  }

  private static FileType type(String word) {
    return FileType.of(word)
        .orElseThrow(
            () ->
                new WaybillException(
                    Code.INVALID_ARGUMENT, "there is no file type " + Text.quote(word)));
  }

  private static Vector vector(Tools with, String text) {
    try {
      return with.embedder().embedQuery(text);
    } catch (EmbeddingException failed) {
      throw new WaybillException(
          Code.UNAVAILABLE, "the embedding model failed: " + failed.getMessage(), failed);
    }
  }

  private static FoundPassage passage(ChunkHit hit) {
    return new FoundPassage(
        new FoundPassage.Source(
            hit.document().id(),
            hit.document().session(),
            hit.document().name(),
            hit.document().type().text()),
        hit.chunk().text(),
        hit.chunk().page(),
        hit.chunk().headings(),
        hit.score(),
        hit.highlights().stream()
            .map(range -> new FoundPassage.Range(range.start(), range.end()))
            .toList());
  }
}
