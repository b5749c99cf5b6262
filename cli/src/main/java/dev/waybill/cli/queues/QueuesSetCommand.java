package dev.waybill.cli.queues;

import dev.waybill.Waybill;
import dev.waybill.cli.connect.StoreOptions;
import dev.waybill.cli.jobs.RetryOptions;
import dev.waybill.cli.output.Output;
import dev.waybill.cli.output.TimeConverter;
import dev.waybill.settings.QueueSettings;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `waybill queues set`
@Command(name = "set", description = "Set options of a queue; other options keep their values.")
final class QueuesSetCommand implements Callable<Integer> {

  @Parameters(paramLabel = "QUEUE", description = "The name of the queue.")
  private String queue = "";

  @Option(
      names = "--lease-duration",
      paramLabel = "TIME",
      converter = TimeConverter.class,
      description = "Lease duration if the worker does not set one.")
  private @Nullable Duration leaseDuration;

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      converter = TimeConverter.class,
      description = "Timeout of one attempt if the job does not set one.")
  private @Nullable Duration timeout;

  @Option(
      names = "--max-waiting",
      paramLabel = "N",
      description = "Maximum number of waiting jobs; more are refused.")
  private @Nullable Integer maxWaiting;

  @Option(
      names = "--waiting-ttl",
      paramLabel = "TIME",
      converter = TimeConverter.class,
      description = "How long a job may wait for a worker before it fails as expired.")
  private @Nullable Duration waitingTtl;

  @Mixin private final RetryOptions retry = new RetryOptions();
  @Mixin private final StoreOptions store = new StoreOptions();
  @Mixin private final Output output = new Output();

  @Override
  public Integer call() {
    output.require(
        Stream.of(leaseDuration, timeout, maxWaiting, waitingTtl).anyMatch(Objects::nonNull)
            || retry.areGiven(),
        "name at least one setting, such as --lease-duration");
    try (Waybill waybill = store.openOrCreate()) {
      QueuesSettingsCommand.show(output, waybill.changeQueueSettings(queue, this::changed));
    }
    return 0;
  }

  private QueueSettings changed(QueueSettings before) {
    return new QueueSettings(
        either(leaseDuration, before.defaultLeaseDuration()),
        retry.changed(before.defaultRetry()),
        either(timeout, before.defaultTimeout()),
        either(maxWaiting, before.maxWaiting()),
        either(waitingTtl, before.waitingTtl()));
  }

  private static <T> @Nullable T either(@Nullable T named, @Nullable T before) {
    return named != null ? named : before;
  }
}
