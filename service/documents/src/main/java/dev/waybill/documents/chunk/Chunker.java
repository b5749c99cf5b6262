package dev.waybill.documents.chunk;

import dev.waybill.documents.parse.Block;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.ToIntFunction;

/// Splits a document into chunks along its structure. A heading begins a new chunk once there is
/// text under the previous one; a paragraph stays whole if it fits into a chunk, otherwise it is
/// split between sentences, then words; a table is split between rows, with its header in each
/// chunk. A page begins a new chunk, so that a chunk has one page number. Where a chunk ends inside
/// a section, the next one repeats its last words. The same blocks always give the same chunks.
public final class Chunker {

  /// The local model takes 256 tokens, two of which are marks of its own. This leaves room for the
  /// headings above a chunk, which can be embedded with it.
  public static final int DEFAULT_TOKENS = 200;

  /// About one or two sentences, so that an answer across the border is whole in one of the chunks.
  public static final int DEFAULT_OVERLAP = 30;

  /// One character can have several tokens.
  private static final int FEWEST_TOKENS = 16;

  private final TextSplitter splitter;
  private final int overlap;

  public Chunker(ToIntFunction<String> tokens) {
    this(tokens, DEFAULT_TOKENS, DEFAULT_OVERLAP);
  }

  /// @param tokens counts the tokens of a text as the embedding model does
  /// @param limit the maximum number of tokens of a chunk
  /// @param overlap the maximum number of tokens that a chunk repeats
  public Chunker(ToIntFunction<String> tokens, int limit, int overlap) {
    if (limit < FEWEST_TOKENS || overlap < 0 || overlap > limit / 2) {
      throw new IllegalArgumentException(
          "limit must be at least 16, overlap at most half of it: " + limit + ", " + overlap);
    }
    this.splitter = new TextSplitter(tokens, limit);
    this.overlap = overlap;
  }

  public List<Chunk> chunks(List<Block> blocks) {
    Packing packing = new Packing(splitter, overlap);
    Deque<Block> path = new ArrayDeque<>();
    for (Block block : blocks) {
      switch (block.kind()) {
        case HEADING -> heading(block, path, packing);
        case PARAGRAPH, LIST_ITEM -> packing.prose(block);
        case CODE -> packing.code(block);
        case TABLE -> packing.table(block);
      }
    }
    return packing.end();
  }

  private static void heading(Block heading, Deque<Block> path, Packing packing) {
    packing.endSection();
    while (!path.isEmpty() && path.getLast().level() >= heading.level()) {
      path.removeLast();
    }
    path.addLast(heading);
    packing.heading(heading, path.stream().map(Block::text).toList());
  }
}
