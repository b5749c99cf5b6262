package dev.waybill.documents.parse.format;

import java.nio.file.Path;

/// Reads the files of one type. Errors of libraries pass through; [Formats] translates them.
@FunctionalInterface
interface FormatReader {

  void read(Path file, BlockOutput out) throws Exception;
}
