package dev.waybill.documents.parse.format;

import dev.waybill.documents.parse.Block;
import dev.waybill.documents.parse.Block.Kind;
import dev.waybill.documents.parse.ParseException;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/// The paragraphs and tables of a part of a Word document. Deleted text has elements of its own and
/// is left out; so are field codes.
final class WordText implements OfficeParts.Elements {

  /// A paragraph that is being read. Text boxes put paragraphs into paragraphs.
  private static final class Paragraph {
    final StringBuilder text = new StringBuilder();
    int level;
    boolean isItem;
  }

  private final WordStyles styles;
  private final BlockOutput out;
  private final CellText cells;
  private final Deque<Paragraph> open = new ArrayDeque<>();

  WordText(WordStyles styles, BlockOutput out) {
    this.styles = styles;
    this.out = out;
    this.cells = new CellText(out, 0);
  }

  @Override
  public void start(XMLStreamReader xml) throws XMLStreamException {
    String name = xml.getLocalName();
    cells.start(name);
    switch (name) {
      case "p" -> open.push(new Paragraph());
      case "pPr" -> OfficeParts.inside(xml, this::property);
      case "t" -> append(xml.getElementText());
      case "tab", "br", "cr" -> append(" ");
      case "noBreakHyphen" -> append("-");
      // The same content for old programs.
      case "Fallback" -> OfficeParts.skip(xml);
      default -> {}
    }
  }

  private void append(String text) {
    if (!open.isEmpty()) {
      open.peek().text.append(text);
    }
  }

  private void property(XMLStreamReader xml) {
    Paragraph paragraph = open.peek();
    if (paragraph == null) {
      return;
    }
    String value = OfficeParts.attribute(xml, "val");
    switch (xml.getLocalName()) {
      case "pStyle" -> paragraph.level = styles.level(value);
      case "outlineLvl" -> paragraph.level = WordStyles.levelOf(value);
      case "numPr" -> paragraph.isItem = true;
      default -> {}
    }
  }

  @Override
  public void end(String name) throws IOException, ParseException {
    if (name.equals("p") && !open.isEmpty()) {
      endParagraph(open.pop());
    }
    cells.end(name);
  }

  private void endParagraph(Paragraph paragraph) throws IOException {
    String text = Spaces.collapsed(paragraph.text.toString());
    if (text.isEmpty()) {
      return;
    }
    if (cells.isOpen()) {
      cells.text(text);
    } else if (paragraph.level > 0) {
      out.block(Block.heading(paragraph.level, text, 0));
    } else {
      out.block(Block.of(paragraph.isItem ? Kind.LIST_ITEM : Kind.PARAGRAPH, text, 0));
    }
  }
}
