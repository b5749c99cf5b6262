package dev.waybill.documents.parse.format;

import dev.waybill.documents.parse.Block;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;

/// Paragraphs of a text, separated by empty lines.
final class PlainTextReader implements FormatReader {

  /// A paragraph is cut here, so that a file without empty lines becomes several blocks.
  private static final int LONGEST = 100_000;

  @Override
  public void read(Path file, BlockOutput out) throws IOException {
    StringBuilder paragraph = new StringBuilder();
    try (BufferedReader reader = TextFiles.open(file)) {
      String line = reader.readLine();
      while (line != null) {
        if (line.isBlank() || paragraph.length() > LONGEST) {
          flush(paragraph, out);
        }
        paragraph.append(line).append('\n');
        line = reader.readLine();
      }
    }
    flush(paragraph, out);
  }

  static void flush(StringBuilder paragraph, BlockOutput out) throws IOException {
    String text = paragraph.toString().strip();
    paragraph.setLength(0);
    if (!text.isEmpty()) {
      out.block(Block.of(Block.Kind.PARAGRAPH, text, 0));
    }
  }
}
