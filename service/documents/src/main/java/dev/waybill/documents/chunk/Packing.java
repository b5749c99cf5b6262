package dev.waybill.documents.chunk;

import dev.waybill.documents.parse.Block;
import java.util.ArrayList;
import java.util.List;

/// Fills chunks one after the other.
final class Packing {

  private final TextSplitter splitter;
  private final int overlap;
  private final List<Chunk> chunks = new ArrayList<>();
  private List<String> headings = List.of();

  /// The chunk that is being filled.
  private String text = "";

  private int page;

  /// Whether the chunk has more than headings.
  private boolean hasBody;

  /// Whether the chunk ends with prose, which the next one may repeat.
  private boolean endsWithProse;

  Packing(TextSplitter splitter, int overlap) {
    this.splitter = splitter;
    this.overlap = overlap;
  }

  /// Headings that follow each other share a chunk.
  void endSection() {
    if (hasBody) {
      close();
    }
  }

  void heading(Block heading, List<String> path) {
    headings = path;
    for (String part : splitter.parts(List.of(heading.text()), "")) {
      add("\n", part, part, heading.page());
    }
  }

  /// A paragraph that does not fit below its heading is split, so that no heading is left alone.
  void prose(Block block) {
    boolean staysWhole =
        continues("\n" + block.text(), block.page()) || (hasBody && splitter.fits(block.text()));
    List<String> parts =
        staysWhole
            ? List.of(block.text())
            : splitter.parts(TextSplitter.sentences(block.text()), "");
    String separator = "\n";
    for (String part : parts) {
      boolean continues = continues(separator + part, block.page());
      String repeated = continues ? part : withEnding(separator, part, block.page());
      add(separator, part, repeated, block.page());
      hasBody = true;
      endsWithProse = true;
      separator = " ";
    }
  }

  /// A part of prose for a new chunk, after the last words of this one if there is room for them.
  /// Of another page, only a sentence without an end is repeated: whole ones are found there.
  private String withEnding(String separator, String part, int partPage) {
    String last = endsWithProse ? splitter.ending(text, overlap) : "";
    String ending = partPage == page ? last : TextSplitter.unfinished(last);
    String both = ending + separator + part;
    return !ending.isEmpty() && splitter.fits(both) ? both : part;
  }

  void code(Block block) {
    for (String part : splitter.parts(block.text().lines().toList(), "")) {
      add("\n", part, part, block.page());
      hasBody = true;
      endsWithProse = false;
    }
  }

  /// A header that would take more than half of a chunk is a row like any other.
  void table(Block block) {
    List<String> rows = block.text().lines().toList();
    boolean hasHeader = rows.size() > 1 && splitter.fitsHalf(rows.getFirst());
    String header = hasHeader ? rows.getFirst() + "\n" : "";
    String before = header;
    for (String row : splitter.parts(hasHeader ? rows.subList(1, rows.size()) : rows, header)) {
      add("\n", before + row, header + row, block.page());
      before = "";
      hasBody = true;
      endsWithProse = false;
    }
  }

  /// Whether a part belongs to this chunk: it fits, and it is on the same page as the text that is
  /// there. Headings at the end of a page belong to the text below them.
  private boolean continues(String more, int partPage) {
    boolean samePage = !hasBody || partPage == page;
    return samePage && splitter.fits(text.isEmpty() ? more.strip() : text + more);
  }

  /// @param first what a new chunk begins with if the part does not belong to this one
  private void add(String separator, String part, String first, int partPage) {
    if (!continues(separator + part, partPage)) {
      close();
    }
    text = text.isEmpty() ? first : text + separator + part;
    page = partPage;
  }

  private void close() {
    if (!text.isBlank()) {
      chunks.add(new Chunk(chunks.size(), text, page, headings, splitter.tokens(text)));
    }
    text = "";
    hasBody = false;
    endsWithProse = false;
  }

  List<Chunk> end() {
    close();
    return List.copyOf(chunks);
  }
}
