package dev.waybill.documents.parse.format;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;

/// A web page. Nothing that it refers to is loaded.
final class HtmlReader implements FormatReader {

  @Override
  public void read(Path file, BlockOutput out) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      write(Jsoup.parse(in, null, ""), out);
    }
  }

  /// Writes the content of a page.
  static void write(Document page, BlockOutput out) throws IOException {
    HtmlBlocks blocks = new HtmlBlocks();
    page.filter(blocks);
    blocks.writeTo(page.title(), out);
  }
}
