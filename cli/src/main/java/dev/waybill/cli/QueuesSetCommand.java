package dev.waybill.cli;

import dev.waybill.QueueSettings;
import dev.waybill.RetryPolicy;
import dev.waybill.Waybill;
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
@Command(name = "set", description = "Set something for a queue; what is not named stays as it is.")
final class QueuesSetCommand implements Callable<Integer> {

  @Parameters(paramLabel = "QUEUE", description = "The name of the queue.")
  private String queue = "";

  @Option(
      names = "--hold",
      paramLabel = "TIME",
      converter = TimeConverter.class,
      description = "How long a lease lasts where the worker does not say.")
  private @Nullable Duration hold;

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      converter = TimeConverter.class,
      description = "How long one attempt of a new job that does not say may run.")
  private @Nullable Duration timeout;

  @Option(
      names = "--max-waiting",
      paramLabel = "N",
      description = "How many jobs may wait before new ones are refused.")
  private @Nullable Integer maxWaiting;

  @Option(
      names = "--waiting-ttl",
      paramLabel = "TIME",
      converter = TimeConverter.class,
      description = "How long a job may wait for a worker before it fails as expired.")
  private @Nullable Duration waitingTtl;

  @Option(
      names = "--max-attempts",
      paramLabel = "N",
      description = "Attempts that may end in an error before a job that does not say is dead.")
  private @Nullable Integer maxErrors;

  @Option(
      names = "--max-crashes",
      paramLabel = "N",
      description = "Leases that may lapse before a job that does not say is dead.")
  private @Nullable Integer maxCrashes;

  @Option(
      names = "--first-delay",
      paramLabel = "TIME",
      converter = TimeConverter.class,
      description = "How long such a job waits after its first error.")
  private @Nullable Duration firstDelay;

  @Option(
      names = "--factor",
      paramLabel = "X",
      description = "What the wait grows by with each further error.")
  private @Nullable Double factor;

  @Option(
      names = "--max-delay",
      paramLabel = "TIME",
      converter = TimeConverter.class,
      description = "The longest wait.")
  private @Nullable Duration maxDelay;

  @Option(
      names = "--jitter",
      paramLabel = "X",
      description = "A random share that is added to the wait.")
  private @Nullable Double jitter;

  @Mixin private final Place place = new Place();
  @Mixin private final Output output = new Output();

  @Override
  public Integer call() {
    output.require(
        Stream.of(hold, timeout, maxWaiting, waitingTtl).anyMatch(Objects::nonNull) || namesRetry(),
        "what is to be set? See waybill queues set --help");
    try (Waybill waybill = place.openOrCreate()) {
      QueuesSettingsCommand.show(output, waybill.changeQueueSettings(queue, this::changed));
    }
    return 0;
  }

  private boolean namesRetry() {
    return Stream.of(maxErrors, maxCrashes, firstDelay, factor, maxDelay, jitter)
        .anyMatch(Objects::nonNull);
  }

  private QueueSettings changed(QueueSettings before) {
    RetryPolicy retry = before.defaultRetry();
    return new QueueSettings(
        either(hold, before.defaultHold()),
        namesRetry() ? changed(retry == null ? RetryPolicy.DEFAULT : retry) : retry,
        either(timeout, before.defaultTimeout()),
        either(maxWaiting, before.maxWaiting()),
        either(waitingTtl, before.waitingTtl()));
  }

  private RetryPolicy changed(RetryPolicy before) {
    return new RetryPolicy(
        Objects.requireNonNullElse(maxErrors, before.maxErrors()),
        Objects.requireNonNullElse(maxCrashes, before.maxCrashes()),
        Objects.requireNonNullElse(firstDelay, before.firstDelay()),
        Objects.requireNonNullElse(factor, before.factor()),
        Objects.requireNonNullElse(maxDelay, before.maxDelay()),
        Objects.requireNonNullElse(jitter, before.jitter()));
  }

  private static <T> @Nullable T either(@Nullable T named, @Nullable T before) {
    return named != null ? named : before;
  }
}
