package dev.waybill.documents.parse.format;

import dev.waybill.documents.parse.Block;
import dev.waybill.documents.parse.Block.Kind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.text.PDFTextStripper;
import org.apache.pdfbox.text.TextPosition;

/// Collects the lines of each page as paragraphs, in the order of the file: sorted by position,
/// columns would be mixed. A line in clearly larger letters than most of the text so far is a
/// heading.
final class PdfText extends PDFTextStripper {

  private static final double HEADING = 1.15;
  private static final double LEVEL_2 = 1.35;
  private static final double LEVEL_1 = 1.7;
  private static final int LONGEST_HEADING = 200;
  private static final String BULLETS = "•▪◦‣·–";

  /// A paragraph, and the size of its letters in halves of a point.
  private record Paragraph(String text, int size) {}

  private final BlockOutput out;

  /// How many characters of each size there are so far.
  private final Map<Integer, Long> sizes = new TreeMap<>();

  private final List<Paragraph> page = new ArrayList<>();
  private final StringBuilder paragraph = new StringBuilder();
  private int paragraphSize;
  private final StringBuilder line = new StringBuilder();
  private double lineSize;

  PdfText(BlockOutput out) {
    this.out = out;
  }

  @Override
  protected void writeString(String text, List<TextPosition> positions) {
    line.append(text);
    for (TextPosition position : positions) {
      lineSize = Math.max(lineSize, position.getFontSizeInPt());
      sizes.merge(halves(position.getFontSizeInPt()), 1L, Long::sum);
    }
  }

  private static int halves(double size) {
    return (int) Math.round(size * 2);
  }

  @Override
  protected void writeWordSeparator() {
    line.append(' ');
  }

  @Override
  protected void writeLineSeparator() {
    endLine();
  }

  @Override
  protected void writeParagraphEnd() {
    endLine();
    endParagraph();
  }

  private void endLine() {
    String words = Spaces.collapsed(line.toString());
    int size = halves(lineSize);
    line.setLength(0);
    lineSize = 0;
    if (words.isEmpty()) {
      return;
    }
    if (size != paragraphSize) {
      endParagraph();
    }
    paragraphSize = size;
    join(words);
  }

  /// A hyphen at the end of a line between two small letters divides a word.
  private void join(String words) {
    int last = paragraph.length() - 1;
    boolean divided =
        last > 0
            && paragraph.charAt(last) == '-'
            && Character.isLowerCase(paragraph.charAt(last - 1))
            && Character.isLowerCase(words.charAt(0));
    if (divided) {
      paragraph.setLength(last);
    } else if (last >= 0) {
      paragraph.append(' ');
    }
    paragraph.append(words);
  }

  private void endParagraph() {
    if (!paragraph.isEmpty()) {
      page.add(new Paragraph(paragraph.toString(), paragraphSize));
      paragraph.setLength(0);
    }
  }

  @Override
  protected void endPage(PDPage ended) throws IOException {
    endLine();
    endParagraph();
    int number = getCurrentPageNo();
    int usual = usualSize();
    for (Paragraph one : page) {
      out.block(block(one, usual, number));
    }
    page.clear();
    out.endOfPage(number);
  }

  private int usualSize() {
    return sizes.entrySet().stream()
        .max(Map.Entry.comparingByValue())
        .map(Map.Entry::getKey)
        .orElse(0);
  }

  private static Block block(Paragraph paragraph, int usual, int page) {
    double ratio = usual == 0 ? 1 : (double) paragraph.size() / usual;
    String text = paragraph.text();
    if (ratio >= HEADING && text.length() <= LONGEST_HEADING) {
      return Block.heading(ratio >= LEVEL_1 ? 1 : ratio >= LEVEL_2 ? 2 : 3, text, page);
    }
    boolean isItem = text.length() > 2 && BULLETS.indexOf(text.charAt(0)) >= 0;
    return isItem
        ? Block.of(Kind.LIST_ITEM, text.substring(1).strip(), page)
        : Block.of(Kind.PARAGRAPH, text, page);
  }
}
