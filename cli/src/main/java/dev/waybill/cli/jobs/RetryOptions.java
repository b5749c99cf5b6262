package dev.waybill.cli.jobs;

import dev.waybill.RetryPolicy;
import dev.waybill.cli.output.TimeConverter;
import java.time.Duration;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The options of a retry policy.
public final class RetryOptions {

  @Option(
      names = "--max-attempts",
      paramLabel = "N",
      description = "Failed attempts after which a job becomes a dead letter.")
  private @Nullable Integer maxErrors;

  @Option(
      names = "--max-crashes",
      paramLabel = "N",
      description = "Expired leases after which a job becomes a dead letter.")
  private @Nullable Integer maxCrashes;

  @Option(
      names = "--first-delay",
      paramLabel = "TIME",
      converter = TimeConverter.class,
      description = "Delay after the first failed attempt.")
  private @Nullable Duration firstDelay;

  @Option(
      names = "--factor",
      paramLabel = "X",
      description = "Factor by which the delay grows with each further failure.")
  private @Nullable Double factor;

  @Option(
      names = "--max-delay",
      paramLabel = "TIME",
      converter = TimeConverter.class,
      description = "The longest delay.")
  private @Nullable Duration maxDelay;

  @Option(
      names = "--jitter",
      paramLabel = "X",
      description = "Random share that is added to the delay, 0 to 1.")
  private @Nullable Double jitter;

  public boolean areGiven() {
    return Stream.of(maxErrors, maxCrashes, firstDelay, factor, maxDelay, jitter)
        .anyMatch(Objects::nonNull);
  }

  /// The policy with the given options applied, or null if there is neither a policy nor an option.
  public @Nullable RetryPolicy changed(@Nullable RetryPolicy before) {
    return areGiven() ? over(before == null ? RetryPolicy.DEFAULT : before) : before;
  }

  private RetryPolicy over(RetryPolicy before) {
    return new RetryPolicy(
        Objects.requireNonNullElse(maxErrors, before.maxErrors()),
        Objects.requireNonNullElse(maxCrashes, before.maxCrashes()),
        Objects.requireNonNullElse(firstDelay, before.firstDelay()),
        Objects.requireNonNullElse(factor, before.factor()),
        Objects.requireNonNullElse(maxDelay, before.maxDelay()),
        Objects.requireNonNullElse(jitter, before.jitter()));
  }
}
