package dev.waybill.cli;

import dev.waybill.Code;
import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/// The option that says where the data is.
final class DataFolder {

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "The data folder (default: ${DEFAULT-VALUE}).")
  private Path folder = Path.of("waybill-data");

  /// Opens what is there; a command that only looks must not make a folder.
  Waybill open() {
    if (!Files.isDirectory(folder)) {
      throw new WaybillException(
          Code.NOT_FOUND, "no data folder at " + folder + "; name one with --data");
    }
    return Waybill.open(folder);
  }

  Waybill openOrCreate() {
    return Waybill.open(folder);
  }

  Path path() {
    return folder;
  }
}
