package dev.waybill.cli.queues;

import dev.waybill.RetryPolicy;
import dev.waybill.Waybill;
import dev.waybill.cli.connect.StoreOptions;
import dev.waybill.cli.output.DisplayText;
import dev.waybill.cli.output.Output;
import dev.waybill.cli.output.Table;
import dev.waybill.settings.QueueSettings;
import dev.waybill.wire.job.QueueSettingsJson;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// `waybill queues settings`
@Command(name = "settings", description = "Show the settings of a queue.")
final class QueuesSettingsCommand implements Callable<Integer> {

  @Parameters(paramLabel = "QUEUE", description = "The name of the queue.")
  private String queue = "";

  @Mixin private final StoreOptions store = new StoreOptions();
  @Mixin private final Output output = new Output();

  @Override
  public Integer call() {
    try (Waybill waybill = store.open()) {
      show(output, waybill.queueSettings(queue));
    }
    return 0;
  }

  static void show(Output output, QueueSettings settings) {
    if (output.json()) {
      output.wire(QueueSettingsJson.DOCUMENT, settings);
    } else {
      output.table(table(settings));
    }
  }

  private static Table table(QueueSettings settings) {
    return Table.of("SETTING", "VALUE")
        .row("lease duration", time(settings.defaultLeaseDuration()))
        .row("timeout", time(settings.defaultTimeout()))
        .row("max waiting", settings.maxWaiting() == null ? "-" : settings.maxWaiting())
        .row("waiting ttl", time(settings.waitingTtl()))
        .row("retry", settings.defaultRetry() == null ? "-" : retry(settings.defaultRetry()));
  }

  private static String time(@Nullable Duration time) {
    return time == null ? "-" : DisplayText.age(time);
  }

  private static String retry(RetryPolicy policy) {
    return String.format(
        "%d errors, %d crashes, waits %s times %s up to %s",
        policy.maxErrors(),
        policy.maxCrashes(),
        DisplayText.age(policy.firstDelay()),
        policy.factor(),
        DisplayText.age(policy.maxDelay()));
  }
}
