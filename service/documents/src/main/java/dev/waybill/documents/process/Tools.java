package dev.waybill.documents.process;

import dev.waybill.documents.chunk.Chunk;
import dev.waybill.documents.embed.Embedder;
import dev.waybill.documents.index.ChunkIndex;
import dev.waybill.documents.parse.Block;
import dev.waybill.documents.parse.FileType;
import java.nio.file.Path;
import java.util.List;

/// What documents are processed with.
///
/// @param settings identifies parser and chunker with their settings: results of other ones are not
///     used again
public record Tools(
    Parsing parser, Chunking chunker, Embedder embedder, ChunkIndex index, String settings) {

  /// Reads files.
  public interface Parsing {

    /// The blocks of a file in reading order.
    ///
    /// @param progress receives each page when it is read
    List<Block> parse(Path file, FileType type, Pages progress)
        throws StageException, InterruptedException;
  }

  /// Follows the pages of a file while it is parsed.
  public interface Pages {

    /// @param page from 1
    /// @param of how many there are; 0 if that is not known
    void reached(int page, int of);
  }

  /// Splits blocks into chunks.
  public interface Chunking {

    List<Chunk> chunk(List<Block> blocks);
  }
}
