package dev.waybill.documents.parse.process;

import dev.waybill.documents.parse.Block;
import dev.waybill.documents.parse.ParseProblem;

/// What a parser process says.
sealed interface ParserRecord {

  /// The number of pages.
  record Pages(int count) implements ParserRecord {}

  record Content(Block block) implements ParserRecord {}

  record PageEnd(int page) implements ParserRecord {}

  /// The whole file was read.
  record Done() implements ParserRecord {}

  record Failed(ParseProblem problem, String message) implements ParserRecord {}

  /// The process said nothing more, or something that is not a record.
  record Ended() implements ParserRecord {}
}
