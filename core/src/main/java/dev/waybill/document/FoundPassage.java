package dev.waybill.document;

import java.util.List;

/// A passage of a document that answers a query.
///
/// @param source the document that it is from
/// @param page where it begins, from 1; 0 in a document without pages
/// @param headings the path of headings above it, from the outermost
/// @param score higher is better; comparable only within one answer
/// @param highlights parts of the text that match words of the query
public record FoundPassage(
    Source source,
    String text,
    int page,
    List<String> headings,
    double score,
    List<Range> highlights) {

  public FoundPassage {
    headings = List.copyOf(headings);
    highlights = List.copyOf(highlights);
  }

  /// The document of a passage.
  public record Source(String documentId, String session, String name, String type) {}

  /// Characters of the text.
  ///
  /// @param end exclusive
  public record Range(int start, int end) {}
}
