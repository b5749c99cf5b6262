package dev.waybill.documents.parse.format;

import dev.waybill.documents.parse.Block;
import dev.waybill.documents.parse.Block.Kind;
import dev.waybill.documents.parse.ParseException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.nodes.TextNode;
import org.jsoup.select.NodeFilter;

/// Walks through a page and collects its blocks: text up to the next element that begins a block.
final class HtmlBlocks implements NodeFilter {

  private static final Set<String> DROPPED =
      Set.of(
          "script",
          "style",
          "nav",
          "noscript",
          "template",
          "svg",
          "head",
          "iframe",
          "object",
          "select",
          "button",
          "math");

  private static final Set<String> HEADINGS = Set.of("h1", "h2", "h3", "h4", "h5", "h6");

  private final List<Block> blocks = new ArrayList<>();
  private final StringBuilder text = new StringBuilder();

  /// What the text is that is being collected.
  private Kind kind = Kind.PARAGRAPH;

  private int level;

  @Override
  public FilterResult head(Node node, int depth) {
    if (node instanceof TextNode some) {
      text.append(some.getWholeText());
      return FilterResult.CONTINUE;
    }
    return node instanceof Element element ? enter(element) : FilterResult.CONTINUE;
  }

  private FilterResult enter(Element element) {
    String name = element.normalName();
    if (DROPPED.contains(name) || element.hasAttr("hidden")) {
      return FilterResult.SKIP_ENTIRELY;
    }
    if (name.equals("br")) {
      text.append(' ');
    }
    if (!element.isBlock() && !name.equals("td") && !name.equals("th")) {
      return FilterResult.CONTINUE;
    }
    flush();
    if (name.equals("pre")) {
      add(Block.of(Kind.CODE, element.wholeText().stripTrailing(), 0));
      return FilterResult.SKIP_ENTIRELY;
    }
    if (name.equals("table") && isData(element)) {
      table(element);
      return FilterResult.SKIP_ENTIRELY;
    }
    begin(name);
    return FilterResult.CONTINUE;
  }

  private void begin(String name) {
    if (HEADINGS.contains(name)) {
      kind = Kind.HEADING;
      level = name.charAt(1) - '0';
    } else if (name.equals("li") || name.equals("dd")) {
      kind = Kind.LIST_ITEM;
    }
  }

  @Override
  public FilterResult tail(Node node, int depth) {
    if (node instanceof Element element
        && (element.isBlock() || element.nameIs("td") || element.nameIs("th"))) {
      flush();
    }
    return FilterResult.CONTINUE;
  }

  /// Tables that only arrange other content are read like any other element.
  private static boolean isData(Element table) {
    return table.selectFirst("table table, h1, h2, h3, h4, h5, h6, ul, ol, pre") == null;
  }

  private void table(Element table) {
    TableBlocks rows = new TableBlocks(new Collected(blocks), 0);
    try {
      for (Element row : table.select("tr")) {
        List<String> cells = new ArrayList<>();
        row.children().forEach(cell -> cells.add(cell.text()));
        rows.row(cells);
      }
      rows.end();
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    } catch (ParseException wide) {
      // A table that is too wide for rows is still text.
      add(Block.of(Kind.PARAGRAPH, table.text(), 0));
    }
  }

  private void flush() {
    String found = Spaces.collapsed(text.toString());
    text.setLength(0);
    if (!found.isEmpty()) {
      add(kind == Kind.HEADING ? Block.heading(level, found, 0) : Block.of(kind, found, 0));
    }
    kind = Kind.PARAGRAPH;
  }

  private void add(Block block) {
    if (!block.text().isBlank()) {
      blocks.add(block);
    }
  }

  /// The title of the page comes first, unless a heading says the same.
  void writeTo(String title, BlockOutput out) throws IOException {
    flush();
    boolean isShown =
        blocks.stream().anyMatch(one -> one.kind() == Kind.HEADING && one.text().equals(title));
    if (!title.isBlank() && !isShown) {
      out.block(Block.heading(1, title, 0));
    }
    for (Block block : blocks) {
      out.block(block);
    }
  }
}
