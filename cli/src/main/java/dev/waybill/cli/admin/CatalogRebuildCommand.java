package dev.waybill.cli.admin;

import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import dev.waybill.admin.IndexProgress;
import dev.waybill.admin.WaybillAdmin;
import dev.waybill.cli.connect.Configuration;
import dev.waybill.cli.connect.ServerOption;
import dev.waybill.cli.connect.StoreOptions;
import dev.waybill.cli.output.Errors;
import dev.waybill.cli.output.Output;
import dev.waybill.cli.output.ProgressBar;
import dev.waybill.server.config.Config;
import dev.waybill.server.config.ConfigException;
import dev.waybill.server.config.ConfiguredStore;
import dev.waybill.server.config.Keys;
import dev.waybill.settings.ConnectSettings;
import dev.waybill.settings.Settings;
import dev.waybill.wire.CatalogProgressJson;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// `waybill catalog rebuild`
@Command(
    name = "rebuild",
    description = {
      "Delete the search index and rebuild it from the ledger.",
      "Jobs keep running. Until it is done, searches may miss results."
    })
final class CatalogRebuildCommand implements Callable<Integer> {

  private static final long LOOK_EVERY = TimeUnit.MILLISECONDS.toNanos(200);

  @Mixin private final ServerOption server = new ServerOption();
  @Mixin private final Configuration configuration = new Configuration();
  @Mixin private final Output output = new Output();

  @Override
  public Integer call() {
    try (Waybill waybill = server.connect(ConnectSettings.DEFAULT).orElseGet(this::openStore)) {
      show(rebuilt(waybill.service(WaybillAdmin.class)));
      return 0;
    } catch (ConfigException wrong) {
      wrong.problems().forEach(output::error);
      return Errors.FAILED;
    }
  }

  /// If a server has the data directory open, connects to that server.
  private Waybill openStore() {
    Config config = configuration.read();
    Path directory = config.get(Keys.STORE_PATH);
    StoreOptions.requireDirectory(directory);
    try {
      return ConfiguredStore.of(config).openEngine(Settings.DEFAULT);
    } catch (WaybillException refused) {
      return StoreOptions.connectBehind(refused, directory, ConnectSettings.DEFAULT);
    }
  }

  private IndexProgress rebuilt(WaybillAdmin admin) {
    return ProgressBar.during(output, () -> admin.index().missing(), () -> rebuild(admin));
  }

  private static IndexProgress rebuild(WaybillAdmin admin) {
    IndexProgress now = admin.rebuildIndex();
    while (!now.isComplete()) {
      LockSupport.parkNanos(LOOK_EVERY);
      now = admin.index();
    }
    return now;
  }

  private void show(IndexProgress done) {
    if (output.json()) {
      output.wire(CatalogProgressJson.DOCUMENT, done);
    } else {
      output.line(
          "the search index is complete up to fact " + done.position() + " of " + done.last());
    }
  }
}
