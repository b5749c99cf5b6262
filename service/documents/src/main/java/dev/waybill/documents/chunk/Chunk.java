package dev.waybill.documents.chunk;

import java.util.List;

/// A part of a document that is embedded and found as one.
///
/// @param number from 0, in reading order
/// @param page where it begins, from 1; 0 in a document without pages
/// @param headings the path of headings above it, from the outermost
/// @param tokens how many tokens of the embedding model it has
public record Chunk(int number, String text, int page, List<String> headings, int tokens) {

  public Chunk {
    headings = List.copyOf(headings);
  }
}
