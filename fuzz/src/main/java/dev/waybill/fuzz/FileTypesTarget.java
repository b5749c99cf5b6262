package dev.waybill.fuzz;

import dev.waybill.documents.parse.TypeDetector;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/// The type of a file by its name and content: of the beginning, as at the upload, and of the whole
/// file, as before it is parsed.
final class FileTypesTarget implements FuzzTarget {

  private final TemporaryFile file = new TemporaryFile(".bin");

  @Override
  public void accept(byte[] input) {
    List<byte[]> parts = Input.parts(input, 2);
    String name = Input.text(parts.get(0));
    TypeDetector.ofBeginning(parts.get(1), name);
    try {
      TypeDetector.ofFile(file.with(parts.get(1)), name);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }
}
