package dev.waybill.documents.chunk;

import java.util.List;

/// A part of a document that is embedded and found as one.
///
/// @param number from 0, in reading order
/// @param page the page of its text, from 1; 0 in a document without pages. Words repeated from the
///     chunk before, and headings at the end of a page, may be on an earlier one
/// @param headings the path of headings above it, from the outermost
/// @param tokens how many tokens of the embedding model it has
public record Chunk(int number, String text, int page, List<String> headings, int tokens) {

  public Chunk {
    headings = List.copyOf(headings);
  }
}
