package dev.waybill.bench.measure;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// A PDF file with pages of 36 lines, about 400 words each.
final class SamplePdf {

  private static final int LINES = 36;
  private static final int WORDS_PER_LINE = 11;
  private static final int FIRST_PAGE = 4;

  private final ByteArrayOutputStream file = new ByteArrayOutputStream();
  private final List<Integer> offsets = new ArrayList<>();
  private final SampleMessages words;

  private SamplePdf(long seed) {
    this.words = new SampleMessages(seed);
  }

  static byte[] of(int pages, long seed) {
    return new SamplePdf(seed).write(pages);
  }

  private byte[] write(int pages) {
    append("%PDF-1.4\n");
    object("<</Type/Catalog/Pages 2 0 R>>");
    String kids =
        IntStream.range(0, pages)
            .mapToObj(page -> (FIRST_PAGE + 2 * page) + " 0 R")
            .collect(Collectors.joining(" "));
    object("<</Type/Pages/Count " + pages + "/Kids[" + kids + "]>>");
    object("<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>");
    for (int page = 0; page < pages; page++) {
      page(FIRST_PAGE + 2 * page + 1);
    }
    end();
    return file.toByteArray();
  }

  /// @param content the number of the object with the text of the page
  private void page(int content) {
    object(
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F 3 0 R>>>>/Contents "
            + content
            + " 0 R>>");
    StringBuilder text = new StringBuilder("BT /F 10 Tf 14 TL 40 800 Td");
    for (int line = 0; line < LINES; line++) {
      text.append(" (").append(sentence()).append(") Tj T*");
    }
    text.append(" ET");
    object("<</Length " + text.length() + ">>\nstream\n" + text + "\nendstream");
  }

  private String sentence() {
    String line =
        IntStream.range(0, WORDS_PER_LINE)
            .mapToObj(_ -> words.word())
            .collect(Collectors.joining(" "));
    return line.substring(0, 1).toUpperCase(Locale.ROOT) + line.substring(1) + ".";
  }

  private void object(String content) {
    offsets.add(file.size());
    append(offsets.size() + " 0 obj\n" + content + "\nendobj\n");
  }

  private void end() {
    int start = file.size();
    append("xref\n0 " + (offsets.size() + 1) + "\n0000000000 65535 f \n");
    offsets.forEach(at -> append("%010d 00000 n \n".formatted(at)));
    append("trailer\n<</Size " + (offsets.size() + 1) + "/Root 1 0 R>>\nstartxref\n" + start);
    append("\n%%EOF\n");
  }

  private void append(String text) {
    file.writeBytes(text.getBytes(StandardCharsets.US_ASCII));
  }
}
