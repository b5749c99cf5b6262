package dev.waybill.documents.process;

import dev.waybill.document.Document;
import dev.waybill.document.DocumentFailure;
import dev.waybill.document.DocumentStage;
import dev.waybill.document.DocumentState;
import dev.waybill.documents.chunk.Chunk;
import dev.waybill.documents.index.EmbeddedChunk;
import dev.waybill.documents.parse.Block;
import dev.waybill.documents.parse.FileType;
import dev.waybill.documents.process.StageFiles.Chunks;
import dev.waybill.documents.process.StageFiles.Vectors;
import dev.waybill.documents.record.DocumentFacts;
import dev.waybill.spi.Blob;
import dev.waybill.spi.BlobStore;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;

/// Processes one document in stages. The result of each stage is stored before the next one starts,
/// so that a retry continues at the stage that failed.
final class DocumentProcessing {

  private final DocumentFacts facts;
  private final BlobStore blobs;
  private final Tools tools;
  private final StageResults results;
  private final ProcessingProgress progress;
  private final int attempt;

  /// @param attempt of the job
  DocumentProcessing(
      DocumentFacts facts, BlobStore blobs, Tools tools, ProcessingProgress progress, int attempt) {
    this.facts = facts;
    this.blobs = blobs;
    this.tools = tools;
    this.results = new StageResults(blobs, facts, tools.settings(), tools.embedder().model());
    this.progress = progress;
    this.attempt = attempt;
  }

  /// The document when it is ready; empty if it was deleted.
  Optional<Document> process(Document document) throws StageException, InterruptedException {
    Document begun = moved(document, DocumentState.PARSING);
    Optional<Vectors> known = results.vectors(document);
    Vectors vectors = known.isPresent() ? known.get() : embedded(begun);
    Document embedded = moved(begun, DocumentState.EMBEDDED);
    progress.begins(embedded, DocumentStage.STORE);
    store(embedded, vectors);
    results.deleteIntermediate(document);
    Document ready = ready(embedded, vectors);
    return undoIfDeleted(document) ? Optional.empty() : Optional.of(ready);
  }

  /// The chunks of a document that is ready. If they are not stored any more, the file is parsed
  /// again; nothing is embedded.
  List<Chunk> chunks(Document document) throws StageException, InterruptedException {
    Optional<Vectors> vectors = results.vectors(document);
    if (vectors.isPresent()) {
      return vectors.get().all().stream().map(EmbeddedChunk::chunk).toList();
    }
    Optional<Chunks> known = results.chunks(document);
    Chunks chunks = known.isPresent() ? known.get() : chunked(document);
    if (facts.deletedAt(document.id()).isPresent()) {
      results.delete(document);
    }
    return chunks.all();
  }

  private Vectors embedded(Document document) throws StageException, InterruptedException {
    Optional<Chunks> known = results.chunks(document);
    Chunks chunks = known.isPresent() ? known.get() : chunked(document);
    Document chunked = moved(document, DocumentState.CHUNKED);
    progress.begins(chunked, DocumentStage.EMBED);
    Vectors vectors = new Embedding(tools.embedder(), results, progress).embed(chunked, chunks);
    results.keepVectors(document, vectors);
    return vectors;
  }

  private Chunks chunked(Document document) throws StageException, InterruptedException {
    Optional<List<Block>> known = results.blocks(document);
    List<Block> blocks = known.isPresent() ? known.get() : parsed(document);
    progress.begins(document, DocumentStage.CHUNK);
    int pages = blocks.stream().mapToInt(Block::page).max().orElse(0);
    Chunks chunks = new Chunks(pages, tools.chunker().chunk(blocks));
    if (chunks.all().isEmpty()) {
      throw StageException.definite(
          DocumentStage.CHUNK, "no_text", "the file has no text that could be found", null);
    }
    results.keepChunks(document, chunks);
    return chunks;
  }

  private List<Block> parsed(Document document) throws StageException, InterruptedException {
    progress.begins(document, DocumentStage.DOWNLOAD);
    Path file = download(document);
    try {
      progress.begins(document, DocumentStage.PARSE);
      FileType type = FileType.of(document.content().type()).orElseThrow();
      List<Block> blocks =
          tools
              .parser()
              .parse(
                  file,
                  type,
                  (page, of) -> progress.reached(document, DocumentStage.PARSE, page, of));
      results.keepBlocks(document, blocks);
      return blocks;
    } finally {
      delete(file);
    }
  }

  /// Parsers read files, some of them from the end.
  private Path download(Document document) throws StageException {
    String key = document.content().key();
    Blob blob =
        blobs
            .find(facts.tenant(), key)
            .orElseThrow(
                () ->
                    StageException.definite(
                        DocumentStage.DOWNLOAD,
                        "missing_file",
                        "the stored file " + key + " does not exist",
                        null));
    try {
      Path file = Files.createTempFile("waybill-document", "." + document.content().type());
      try (InputStream content = blob.open(0, blob.size())) {
        Files.copy(content, file, StandardCopyOption.REPLACE_EXISTING);
      }
      return file;
    } catch (IOException failed) {
      throw StageException.retryable(DocumentStage.DOWNLOAD, "download_failed", failed, null);
    }
  }

  private static void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  private void store(Document document, Vectors vectors) {
    progress.checkCancelled();
    new StoredVectors(facts, results, tools).store(document, vectors);
  }

  /// As [StoredVectors#undoIfDeleted].
  boolean undoIfDeleted(Document document) {
    return new StoredVectors(facts, results, tools).undoIfDeleted(document);
  }

  private Document ready(Document document, Vectors vectors) {
    Document.Indexed indexed =
        new Document.Indexed(
            vectors.pages(),
            vectors.all().size(),
            tools.embedder().model().name(),
            tools.embedder().model().dimension());
    return facts.move(
        document,
        attempt(document),
        new Document.Progress(DocumentState.READY, facts.now(), null, indexed));
  }

  /// A document that is ready stays so while it is embedded again.
  private Document moved(Document document, DocumentState state) {
    return document.state() == DocumentState.READY
        ? document
        : facts.move(document, attempt, new Document.Progress(state, facts.now(), null, null));
  }

  /// Another job than the one that made a document ready comes after it.
  private int attempt(Document document) {
    return document.state() == DocumentState.READY ? facts.attempt(document.id()) + 1 : attempt;
  }

  /// Records why a document failed: for good, or until the next attempt.
  Document failed(Document document, DocumentFailure failure, boolean definite) {
    DocumentState reached =
        switch (failure.stage()) {
          case DOWNLOAD, PARSE, CHUNK -> DocumentState.PARSING;
          case EMBED -> DocumentState.CHUNKED;
          case STORE, COMPLETE -> DocumentState.EMBEDDED;
        };
    DocumentState state = definite ? DocumentState.FAILED : reached;
    Document.Progress found = document.progress();
    return found.state() == DocumentState.READY && !definite
        ? document.with(
            new Document.Progress(found.state(), found.updatedAt(), failure, found.indexed()))
        : facts.move(
            document, attempt(document), new Document.Progress(state, facts.now(), failure, null));
  }

  boolean hasVectors(Document document) {
    return results.hasVectors(document);
  }
}
