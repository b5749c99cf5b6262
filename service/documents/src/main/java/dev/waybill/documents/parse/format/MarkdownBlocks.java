package dev.waybill.documents.parse.format;

import dev.waybill.documents.parse.Block;
import dev.waybill.documents.parse.Block.Kind;
import java.io.IOException;
import java.util.Arrays;
import java.util.stream.Collectors;

/// Finds the blocks of Markdown line by line: headings, list items, code, tables and paragraphs.
/// Marks inside lines, such as those of links, stay as they are.
public final class MarkdownBlocks {

  private static final int MOST_HASHES = 6;

  private final BlockOutput out;
  private final StringBuilder text = new StringBuilder();
  private Kind kind = Kind.PARAGRAPH;

  /// What ends the code block; empty outside of one.
  private String fence = "";

  private boolean atStart = true;

  public MarkdownBlocks(BlockOutput out) {
    this.out = out;
  }

  public void line(String line) throws IOException {
    String stripped = line.strip();
    if (!fence.isEmpty()) {
      code(line, stripped);
    } else if (stripped.isEmpty()) {
      flush();
    } else if (isFence(stripped)) {
      flush();
      fence = fenceOf(stripped);
      kind = Kind.CODE;
    } else {
      text(stripped);
    }
    atStart = false;
  }

  private void text(String line) throws IOException {
    int level = headingLevel(line);
    if (level > 0) {
      flush();
      heading(level, line.substring(level));
    } else if (isUnderline(line) && kind == Kind.PARAGRAPH && !text.isEmpty()) {
      heading(line.charAt(0) == '=' ? 1 : 2, taken());
    } else if (isRule(line)) {
      flush();
    } else if (listMark(line) > 0) {
      flush();
      kind = Kind.LIST_ITEM;
      text.append(line.substring(listMark(line)).strip());
    } else if (line.startsWith("|")) {
      row(line);
    } else {
      paragraph(line);
    }
  }

  private void paragraph(String line) throws IOException {
    if (kind == Kind.TABLE) {
      flush();
    }
    String words = line.startsWith(">") ? line.replaceFirst("^[> ]+", "") : line;
    text.append(text.isEmpty() ? "" : "\n").append(words);
  }

  private void row(String line) throws IOException {
    if (kind != Kind.TABLE) {
      flush();
      kind = Kind.TABLE;
    }
    if (!line.matches("[|:\\- ]+")) {
      String cells =
          Arrays.stream(withoutEdges(line).split("(?<!\\\\)\\|", -1))
              .map(String::strip)
              .collect(Collectors.joining(" | "));
      text.append(text.isEmpty() ? "" : "\n").append(cells);
    }
  }

  private static String withoutEdges(String row) {
    boolean isClosed = row.length() > 1 && row.endsWith("|") && !row.endsWith("\\|");
    return row.substring(1, isClosed ? row.length() - 1 : row.length());
  }

  private void code(String line, String stripped) throws IOException {
    if (stripped.startsWith(fence) && stripped.chars().allMatch(c -> c == fence.charAt(0))) {
      fence = "";
      flush();
    } else {
      text.append(line).append('\n');
    }
  }

  /// Front matter between lines of dashes counts as code.
  private boolean isFence(String line) {
    return line.startsWith("```") || line.startsWith("~~~") || (atStart && line.equals("---"));
  }

  private static String fenceOf(String line) {
    char mark = line.charAt(0);
    int end = 0;
    while (end < line.length() && line.charAt(end) == mark) {
      end++;
    }
    return line.substring(0, end);
  }

  private static int headingLevel(String line) {
    int hashes = 0;
    while (hashes < line.length() && line.charAt(hashes) == '#') {
      hashes++;
    }
    boolean ends = hashes == line.length() || Character.isWhitespace(line.charAt(hashes));
    return hashes <= MOST_HASHES && ends ? hashes : 0;
  }

  private void heading(int level, String words) throws IOException {
    String title = words.strip().replaceFirst("\\s#+$", "").strip();
    if (!title.isEmpty()) {
      out.block(Block.heading(level, title, 0));
    }
  }

  private static boolean isUnderline(String line) {
    return line.chars().allMatch(c -> c == '=') || line.chars().allMatch(c -> c == '-');
  }

  private static boolean isRule(String line) {
    String marks = line.replace(" ", "");
    return marks.length() >= 3
        && "-*_".indexOf(marks.charAt(0)) >= 0
        && marks.chars().allMatch(c -> c == marks.charAt(0));
  }

  /// The length of the mark of a list item, such as `- ` or `12. `; 0 for other lines.
  private static int listMark(String line) {
    int end = 0;
    while (end < line.length() && end < 9 && Character.isDigit(line.charAt(end))) {
      end++;
    }
    String marks = end == 0 ? "-*+" : ".)";
    boolean isMark =
        end + 1 < line.length()
            && marks.indexOf(line.charAt(end)) >= 0
            && Character.isWhitespace(line.charAt(end + 1));
    return isMark ? end + 2 : 0;
  }

  /// Writes the last block.
  public void end() throws IOException {
    flush();
  }

  private void flush() throws IOException {
    Kind flushed = kind;
    String found = taken();
    if (!found.isBlank()) {
      out.block(Block.of(flushed, flushed == Kind.CODE ? found.stripTrailing() : found, 0));
    }
  }

  private String taken() {
    String found = text.toString();
    text.setLength(0);
    kind = Kind.PARAGRAPH;
    return found;
  }
}
