package dev.waybill.cli;

import dev.waybill.Code;
import dev.waybill.Settings;
import dev.waybill.WaybillException;
import dev.waybill.cli.CatalogDesk.Progress;
import dev.waybill.engine.EngineOpener;
import dev.waybill.server.AddressFile;
import dev.waybill.server.config.Config;
import dev.waybill.server.config.ConfigException;
import dev.waybill.server.config.Keys;
import dev.waybill.server.config.StoreAddress;
import dev.waybill.spi.Backend;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `waybill catalog rebuild`
@Command(
    name = "rebuild",
    description = {
      "Delete the search index and rebuild it from the ledger.",
      "Jobs keep running. Until it is done, searches may miss results."
    })
final class CatalogRebuildCommand implements Callable<Integer> {

  @Option(
      names = "--server",
      paramLabel = "URL",
      defaultValue = "${env:WAYBILL_URL}",
      description =
          "The server of the search index (default: $WAYBILL_URL, or the data directory).")
  private @Nullable String server;

  @Mixin private final Configuration configuration = new Configuration();
  @Mixin private final Output output = new Output();

  @Override
  public Integer call() {
    try {
      Progress done = server == null ? inStore() : rebuilt(atServer(server));
      show(done);
      return 0;
    } catch (ConfigException wrong) {
      wrong.problems().forEach(output::error);
      return Errors.FAILED;
    }
  }

  /// A folder that a server has open leads to that server.
  private Progress inStore() {
    Config config = configuration.read();
    Path folder = config.get(Keys.STORE_PATH);
    if (!Files.isDirectory(folder)) {
      throw new WaybillException(
          Code.NOT_FOUND,
          "no data directory at " + folder + "; name one with --data, or a server with --server");
    }
    try (Backend store = EngineOpener.backend(StoreAddress.of(config), Settings.DEFAULT)) {
      return rebuilt(new CatalogDesk.InStore(store));
    } catch (WaybillException refused) {
      if (refused.code() != Code.STORE_LOCKED) {
        throw refused;
      }
      return rebuilt(atServer(AddressFile.in(folder).read().orElseThrow(() -> refused)));
    }
  }

  private static CatalogDesk atServer(String address) {
    return new CatalogDesk.AtServer(Place.calls(address));
  }

  private Progress rebuilt(CatalogDesk desk) {
    return ProgressBar.during(output, () -> desk.progress().left(), desk::rebuild);
  }

  private void show(Progress done) {
    if (output.json()) {
      output.document(Map.of("position", done.position(), "last", done.last()));
    } else {
      output.line("the catalog is built up to fact " + done.position() + " of " + done.last());
    }
  }
}
