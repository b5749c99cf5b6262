package dev.waybill.cli.work;

import dev.waybill.cli.connect.SettingOptions;
import dev.waybill.cli.connect.StoreOptions;
import dev.waybill.cli.output.DisplayText;
import dev.waybill.cli.output.Errors;
import dev.waybill.cli.output.Output;
import dev.waybill.cli.output.ShutdownSignal;
import dev.waybill.document.IngestionMessage;
import dev.waybill.server.DocumentProcessor;
import dev.waybill.server.config.Config;
import dev.waybill.server.config.ConfigException;
import dev.waybill.server.config.ConfiguredStore;
import dev.waybill.server.config.Keys;
import dev.waybill.server.telemetry.Logs;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `waybill work --documents`
final class DocumentWork {

  /// Options that do not belong to programs.
  private static final Set<String> OWN = Set.of("--documents", "--config", "--set");

  private static final Set<String> COMMON = Set.of("--data", "--json");

  @Option(
      names = "--documents",
      description = {
        "Process documents instead of programs, with the configuration of a server: on a store and"
            + " an index that processes share.",
        "Only --config, --set, --data and --json can be used with it."
      })
  private boolean chosen;

  @Mixin private final SettingOptions settings = new SettingOptions();

  @Spec(Spec.Target.MIXEE)
  private @Nullable CommandSpec command;

  boolean isChosen() {
    return chosen;
  }

  /// Refuses options that would have no effect.
  void checkOptions(Output output) {
    if (command == null) {
      return;
    }
    for (OptionSpec option : command.commandLine().getParseResult().matchedOptions()) {
      String name = option.longestName();
      output.require(
          COMMON.contains(name) || OWN.contains(name) == chosen,
          name + (chosen ? " cannot be used with --documents" : " requires --documents"));
    }
  }

  int run(StoreOptions store, Output output) throws InterruptedException {
    CountDownLatch stopped = new CountDownLatch(1);
    CountDownLatch closed = new CountDownLatch(1);
    try {
      Config config = settings.read(flags(store));
      Logs.configure(config.get(Keys.LOG_FORMAT), config.get(Keys.LOG_LEVEL));
      try (DocumentProcessor processor = DocumentProcessor.start(config, System.getenv())) {
        Thread hook = new Thread(() -> ShutdownSignal.stop(stopped, closed), "waybill-stop");
        Runtime.getRuntime().addShutdownHook(hook);
        announce(processor, config, output);
        stopped.await();
        note(output, "stopping; documents that are not done soon are released");
      }
      note(output, "stopped");
    } catch (ConfigException wrong) {
      wrong.problems().forEach(output::error);
      return Errors.FAILED;
    } finally {
      closed.countDown();
    }
    return 0;
  }

  private static Map<String, String> flags(StoreOptions store) {
    return store
        .namedDirectory()
        .map(named -> Map.of(Keys.STORE_PATH.name(), named.toString()))
        .orElse(Map.of());
  }

  private static void announce(DocumentProcessor processor, Config config, Output output) {
    if (output.json()) {
      output.wire(
          StartedWorker.DOCUMENT, new StartedWorker("document-processor", IngestionMessage.QUEUE));
      return;
    }
    output.line(
        "  store   %s at %s, %s"
            .formatted(
                config.get(Keys.STORE_TYPE),
                ConfiguredStore.of(config),
                DisplayText.durability(processor.durability())));
    output.line("  index   " + processor.index());
    output.line("processing documents; Ctrl-C stops it");
  }

  private static void note(Output output, String text) {
    if (!output.json()) {
      output.line(text);
    }
  }
}
