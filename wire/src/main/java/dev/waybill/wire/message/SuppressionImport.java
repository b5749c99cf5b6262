package dev.waybill.wire.message;

import dev.waybill.result.Refused;
import java.util.List;

/// What an import did.
///
/// @param failed the number of lines that were not added
/// @param errors the first of them
public record SuppressionImport(long added, long failed, List<BadLine> errors) {

  public SuppressionImport {
    errors = List.copyOf(errors);
  }

  /// A line that was not added.
  ///
  /// @param line its number, from 1
  public record BadLine(int line, Refused why) {}
}
