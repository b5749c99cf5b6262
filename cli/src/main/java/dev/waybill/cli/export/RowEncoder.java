package dev.waybill.cli.export;

import dev.waybill.Payload;
import java.util.List;

/// Turns rows into the bytes of a file, piece by piece. The same rows in the same pieces are always
/// the same bytes.
interface RowEncoder<T> {

  /// The beginning of the file.
  byte[] begin();

  /// Adds a row to the next piece.
  void add(T row);

  /// The bytes that the rows of the next piece take, about.
  long size();

  /// The rows since the last piece.
  ///
  /// @param offset the position of the piece in the file
  Piece take(long offset);

  /// The end of the file.
  ///
  /// @param notes the notes of its pieces
  byte[] end(List<Payload> notes, long rows);

  /// @param note what the end of the file says about the piece; may be empty
  record Piece(Payload bytes, Payload note) {}
}
