package dev.waybill.documents;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.base.Text;
import dev.waybill.document.DocumentStage;
import dev.waybill.documents.chunk.Chunker;
import dev.waybill.documents.embed.Embedder;
import dev.waybill.documents.embed.Embedders;
import dev.waybill.documents.index.ChunkIndex;
import dev.waybill.documents.index.ChunkIndexes;
import dev.waybill.documents.parse.Block;
import dev.waybill.documents.parse.Detected;
import dev.waybill.documents.parse.FileType;
import dev.waybill.documents.parse.ParseException;
import dev.waybill.documents.parse.ParseLimits;
import dev.waybill.documents.parse.TypeDetector;
import dev.waybill.documents.parse.process.FileParser;
import dev.waybill.documents.process.StageException;
import dev.waybill.documents.process.Tools;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The parts of this server: parser processes, the configured model, and the configured index.
/// They start when they are first used.
final class LocalTools implements AutoCloseable {

  /// Changes when parser or chunker give other results for the same file.
  private static final String VERSION =
      "parser 1, chunks of one page and %d tokens with %d in common"
          .formatted(Chunker.DEFAULT_TOKENS, Chunker.DEFAULT_OVERLAP);

  private final ChunkIndexes indexes;
  private final Embedders embedders;
  private final FileParser parser;
  private @Nullable ChunkIndex index;
  private boolean closed;

  /// @param parsers how many parser processes are kept for the next file
  LocalTools(ChunkIndexes indexes, Embedders embedders, int parsers) {
    this.indexes = indexes;
    this.embedders = embedders;
    this.parser = new FileParser(FileParser.DEFAULT_HEAP_MEGABYTES, parsers);
  }

  /// The embedder has the budget of the tenant.
  Tools of(String tenant) {
    Embedder embedder = embedders.of(tenant);
    Chunker chunker = new Chunker(embedder::tokens);
    return new Tools(this::parse, chunker::chunks, embedder, index(), VERSION);
  }

  private synchronized ChunkIndex index() {
    if (closed) {
      throw new WaybillException(Code.CLOSED, "the document service is closed");
    }
    ChunkIndex open = index == null ? indexes.open() : index;
    index = open;
    return open;
  }

  private List<Block> parse(Path file, FileType type, Tools.Pages progress)
      throws StageException, InterruptedException {
    try {
      return parser.parse(file, type, ParseLimits.DEFAULT, progress::reached);
    } catch (ParseException failed) {
      String code = failed.problem().code();
      throw failed.problem().isDefinite()
          ? StageException.definite(
              DocumentStage.PARSE, code, String.valueOf(failed.getMessage()), failed)
          : StageException.retryable(DocumentStage.PARSE, code, failed, null);
    }
  }

  /// The type of a file by its beginning.
  static FileType type(byte[] beginning, String name) {
    return switch (TypeDetector.ofBeginning(beginning, name)) {
      case Detected.Found found -> found.type();
      case Detected.Refused refused ->
          throw new WaybillException(
              Code.INVALID_ARGUMENT,
              "the file %s is refused: %s: %s"
                  .formatted(Text.quote(name), refused.problem().code(), refused.message()));
    };
  }

  @Override
  public synchronized void close() {
    closed = true;
    parser.close();
    embedders.close();
    if (index != null) {
      index.close();
    }
  }
}
