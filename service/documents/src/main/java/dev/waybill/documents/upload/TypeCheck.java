package dev.waybill.documents.upload;

import dev.waybill.documents.parse.FileType;

/// Finds the type of a file by its content.
@FunctionalInterface
public interface TypeCheck {

  /// How many bytes of the beginning are enough.
  int BEGINNING = 256 * 1024;

  /// @param beginning the whole file, or at least [#BEGINNING] bytes
  /// @throws dev.waybill.WaybillException if files of this kind cannot be processed
  FileType check(byte[] beginning, String name);
}
