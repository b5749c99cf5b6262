package dev.waybill.cli.queues;

import dev.waybill.Waybill;
import dev.waybill.cli.connect.StoreOptions;
import dev.waybill.cli.output.Output;
import dev.waybill.settings.QueueSettings;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// `waybill queues unset`
@Command(name = "unset", description = "Reset settings of a queue: the named ones, or all.")
final class QueuesUnsetCommand implements Callable<Integer> {

  /// The settings of a queue.
  enum Setting {
    LEASE_DURATION,
    TIMEOUT,
    RETRY,
    MAX_WAITING,
    WAITING_TTL
  }

  @Parameters(index = "0", paramLabel = "QUEUE", description = "The name of the queue.")
  private String queue = "";

  @Parameters(
      index = "1..*",
      arity = "0..*",
      paramLabel = "SETTING",
      description = "lease_duration, timeout, retry, max_waiting or waiting_ttl.")
  private Set<Setting> named = Set.of();

  @Mixin private final StoreOptions store = new StoreOptions();
  @Mixin private final Output output = new Output();

  @Override
  public Integer call() {
    try (Waybill waybill = store.open()) {
      QueuesSettingsCommand.show(output, waybill.changeQueueSettings(queue, this::without));
    }
    return 0;
  }

  private QueueSettings without(QueueSettings before) {
    QueueSettings left = named.isEmpty() ? QueueSettings.NONE : before;
    for (Setting setting : named) {
      left =
          switch (setting) {
            case LEASE_DURATION -> left.withDefaultLeaseDuration(null);
            case TIMEOUT -> left.withDefaultTimeout(null);
            case RETRY -> left.withDefaultRetry(null);
            case MAX_WAITING -> left.withMaxWaiting(null);
            case WAITING_TTL -> left.withWaitingTtl(null);
          };
    }
    return left;
  }
}
