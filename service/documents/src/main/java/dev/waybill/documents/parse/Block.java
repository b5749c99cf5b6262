package dev.waybill.documents.parse;

/// A part of a document in reading order.
///
/// @param page from 1; 0 in a document without pages
/// @param level of a heading, from 1; 0 for everything else
public record Block(Kind kind, String text, int page, int level) {

  /// What a block is.
  public enum Kind {
    HEADING,
    PARAGRAPH,
    LIST_ITEM,
    /// One row a line, cells separated by ` | `.
    TABLE,
    CODE
  }

  public static Block heading(int level, String text, int page) {
    return new Block(Kind.HEADING, text, page, level);
  }

  public static Block of(Kind kind, String text, int page) {
    return new Block(kind, text, page, 0);
  }
}
