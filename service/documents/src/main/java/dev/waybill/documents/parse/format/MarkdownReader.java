package dev.waybill.documents.parse.format;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;

/// A text with Markdown.
final class MarkdownReader implements FormatReader {

  @Override
  public void read(Path file, BlockOutput out) throws IOException {
    try (BufferedReader reader = TextFiles.open(file)) {
      MarkdownBlocks blocks = new MarkdownBlocks(out);
      String line = reader.readLine();
      while (line != null) {
        blocks.line(line);
        line = reader.readLine();
      }
      blocks.end();
    }
  }
}
