package dev.waybill.documents.parse.format;

import dev.waybill.documents.parse.Block;
import dev.waybill.documents.parse.Block.Kind;
import dev.waybill.documents.parse.ParseException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/// The text of one slide, or of its notes.
final class SlideText implements OfficeParts.Elements {

  private static final Set<String> TITLES = Set.of("title", "ctrTitle");

  /// Shapes that repeat on every slide: number, date, header, footer, and the picture in notes.
  private static final Set<String> REPEATED = Set.of("sldNum", "dt", "hdr", "ftr", "sldImg");

  private final int page;
  private final List<Block> blocks = new ArrayList<>();
  private final CellText cells;
  private final StringBuilder paragraph = new StringBuilder();

  /// The type of the shape; empty for a free one.
  private String shape = "";

  SlideText(int page) {
    this.page = page;
    this.cells = new CellText(new Collected(blocks), page);
  }

  @Override
  public void start(XMLStreamReader xml) throws XMLStreamException {
    String name = xml.getLocalName();
    cells.start(name);
    switch (name) {
      case "sp", "graphicFrame" -> shape = "";
      case "ph" -> shape = typeOf(xml);
      case "p" -> paragraph.setLength(0);
      case "t" -> paragraph.append(xml.getElementText());
      case "br" -> paragraph.append(' ');
      case "Fallback" -> OfficeParts.skip(xml);
      default -> {}
    }
  }

  /// A place for text without a type is one for content.
  private static String typeOf(XMLStreamReader xml) {
    String type = OfficeParts.attribute(xml, "type");
    return type.isEmpty() ? "obj" : type;
  }

  @Override
  public void end(String name) throws IOException, ParseException {
    if (name.equals("p")) {
      endParagraph(Spaces.collapsed(paragraph.toString()));
      paragraph.setLength(0);
    }
    cells.end(name);
  }

  private void endParagraph(String text) {
    if (text.isEmpty() || REPEATED.contains(shape)) {
      return;
    }
    if (cells.isOpen()) {
      cells.text(text);
    } else if (TITLES.contains(shape)) {
      blocks.add(Block.heading(1, text, page));
    } else {
      blocks.add(Block.of(shape.equals("obj") ? Kind.LIST_ITEM : Kind.PARAGRAPH, text, page));
    }
  }

  List<Block> titleFirst() {
    return Stream.concat(
            blocks.stream().filter(block -> block.kind() == Kind.HEADING),
            blocks.stream().filter(block -> block.kind() != Kind.HEADING))
        .toList();
  }
}
