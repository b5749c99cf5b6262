package dev.waybill.cli;

import dev.waybill.Code;
import dev.waybill.Settings;
import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import dev.waybill.engine.EngineOpener;
import dev.waybill.spi.Backend;
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
    requireFolder();
    return Waybill.open(folder);
  }

  Waybill openOrCreate() {
    return Waybill.open(folder);
  }

  /// The store alone, without an engine on top.
  Backend openBackend() {
    requireFolder();
    return openOrCreateBackend();
  }

  Backend openOrCreateBackend() {
    return EngineOpener.backend(folder.toAbsolutePath().toUri(), Settings.DEFAULT);
  }

  private void requireFolder() {
    if (!Files.isDirectory(folder)) {
      throw new WaybillException(
          Code.NOT_FOUND, "no data folder at " + folder + "; name one with --data");
    }
  }

  Path path() {
    return folder;
  }
}
