package dev.waybill.runner;

import dev.waybill.Code;
import dev.waybill.JobSource;
import dev.waybill.WaybillException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Set;

/// Configures a [ProcessRunner]. The settings are validated by [#open].
public final class ProcessRunnerBuilder {

  private static final int LEAST_BATCH = 1024;

  /// Encoded as base64 inside the event, this is still below the maximum event size.
  private static final int MOST_BATCH = 45 * 1024;

  private final JobSource source;
  private final Path folder;
  private int batchBytes = 32 * 1024;
  private Duration batchTime = Duration.ofMillis(100);
  private Duration heartbeatEvery = Duration.ofSeconds(10);
  private Duration killGrace = Duration.ofSeconds(5);
  private Duration stopGrace = Duration.ofMillis(500);
  private Duration startPatience = Duration.ofSeconds(10);
  private Duration endPatience = Duration.ofMinutes(5);
  private long maxBufferedBytes = 256L * 1024 * 1024;
  private RunPolicy policy = RunPolicy.ANY;
  private InstantSource clock = InstantSource.system();
  private SystemTools tools = SystemTools.find();

  ProcessRunnerBuilder(JobSource source, Path folder) {
    this.source = source;
    this.folder = folder;
  }

  /// Output is sent when a batch has this size or this age; default 32 KiB and 100 ms.
  public ProcessRunnerBuilder batch(int bytes, Duration longest) {
    batchBytes = bytes;
    batchTime = longest;
    return this;
  }

  /// Interval of the heartbeat events of a running process; default 10 seconds.
  public ProcessRunnerBuilder heartbeatEvery(Duration period) {
    heartbeatEvery = period;
    return this;
  }

  /// Time between TERM and KILL when a job is cancelled or exceeds its timeout; default 5 seconds.
  public ProcessRunnerBuilder killGrace(Duration longest) {
    killGrace = longest;
    return this;
  }

  /// Time between TERM and KILL when the worker stops; default 500 ms. Keep it well below 1 second:
  /// the worker releases a job 1 second after it asked the handler to stop.
  public ProcessRunnerBuilder stopGrace(Duration longest) {
    stopGrace = longest;
    return this;
  }

  /// How long publishing the start event may take before the process is ended, and the end event
  /// before the attempt fails; default 10 seconds and 5 minutes.
  public ProcessRunnerBuilder patience(Duration start, Duration end) {
    startPatience = start;
    endPatience = end;
    return this;
  }

  /// Maximum size of undelivered events on disk per process; more output is dropped and counted.
  /// Default 256 MiB.
  public ProcessRunnerBuilder maxBufferedBytes(long most) {
    maxBufferedBytes = most;
    return this;
  }

  /// The only commands that jobs may run, spelled exactly as in the job: absolute paths, or names
  /// that are looked up on the PATH of the worker. Default: any command.
  ///
  /// Jobs may then set no variables except those of [#allowVariables].
  public ProcessRunnerBuilder allowOnly(Set<String> commands) {
    policy = policy.allowingOnly(commands);
    return this;
  }

  /// Variables that jobs may set when commands are restricted by [#allowOnly]. Variables that
  /// choose which code runs, such as `PATH` or `LD_PRELOAD`, are rejected.
  public ProcessRunnerBuilder allowVariables(Set<String> names) {
    policy = policy.allowingVariables(names);
    return this;
  }

  /// Variables of this process to pass to programs, in addition to `PATH`, `HOME`, `LANG`, `LC_*`,
  /// `TZ`, `USER` and `TMPDIR`. A `*` at the end of a name matches any suffix.
  public ProcessRunnerBuilder passVariables(Set<String> names) {
    policy = policy.passing(names);
    return this;
  }

  /// The clock for event times; default: the system clock.
  public ProcessRunnerBuilder clock(InstantSource source) {
    clock = source;
    return this;
  }

  ProcessRunnerBuilder tools(SystemTools some) {
    tools = some;
    return this;
  }

  /// Locks the directory and starts to deliver the events that an earlier runner left there.
  public ProcessRunner open() {
    check(
        batchBytes >= LEAST_BATCH && batchBytes <= MOST_BATCH,
        "the batch size must be " + LEAST_BATCH + " to " + MOST_BATCH + " bytes");
    check(batchTime.isPositive(), "the batch time must be positive");
    check(heartbeatEvery.isPositive(), "the heartbeat interval must be positive");
    check(
        !killGrace.isNegative() && !stopGrace.isNegative(), "a grace period must not be negative");
    check(startPatience.isPositive() && endPatience.isPositive(), "patience must be positive");
    check(maxBufferedBytes >= 0, "maxBufferedBytes must not be negative");
    return new ProcessRunner(source, settings());
  }

  /// What was set.
  record RunnerSettings(
      Path folder,
      int batchBytes,
      Duration batchTime,
      Duration heartbeatEvery,
      Duration killGrace,
      Duration stopGrace,
      Duration startPatience,
      Duration endPatience,
      long maxBufferedBytes,
      RunPolicy policy,
      InstantSource clock,
      SystemTools tools) {}

  private RunnerSettings settings() {
    return new RunnerSettings(
        folder.toAbsolutePath(),
        batchBytes,
        batchTime,
        heartbeatEvery,
        killGrace,
        stopGrace,
        startPatience,
        endPatience,
        maxBufferedBytes,
        policy,
        clock,
        tools);
  }

  private static void check(boolean holds, String otherwise) {
    if (!holds) {
      throw new WaybillException(Code.INVALID_ARGUMENT, otherwise);
    }
  }
}
