package dev.waybill.cli.output;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// Writes bytes to a file or to standard output, unchanged.
public final class BytesOutput {

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = "Write to this file instead of standard output.")
  private @Nullable Path file;

  /// Closes the content.
  public void write(InputStream content) {
    try (content) {
      if (file != null) {
        Files.copy(content, file, StandardCopyOption.REPLACE_EXISTING);
      } else {
        content.transferTo(new FileOutputStream(FileDescriptor.out));
      }
    } catch (IOException failed) {
      String where = file == null ? "standard output" : file.toString();
      throw new WaybillException(
          Code.INVALID_ARGUMENT, "cannot write " + where + ": " + failed, failed);
    }
  }
}
