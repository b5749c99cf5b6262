package dev.waybill.documents.parse.format;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.io.IOUtils;
import org.apache.pdfbox.io.RandomAccessReadBufferedFile;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.font.FontMappers;

/// The text of a PDF file, page by page. Images, forms (XFA) and attachments are not read.
final class PdfReader implements FormatReader {

  static {
    FontMappers.set(new OneFont());
  }

  @Override
  public void read(Path file, BlockOutput out) throws IOException {
    try (PDDocument document =
        Loader.loadPDF(
            new RandomAccessReadBufferedFile(file), IOUtils.createMemoryOnlyStreamCache())) {
      document.setResourceCache(null);
      out.pages(document.getNumberOfPages());
      new PdfText(out).writeText(document, Writer.nullWriter());
    }
  }
}
