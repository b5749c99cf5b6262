package dev.waybill.runner;

import dev.waybill.Code;
import dev.waybill.JobSource;
import dev.waybill.WaybillException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Set;

/// Says how a [ProcessRunner] is to work. Checked when it is opened.
public final class ProcessRunnerBuilder {

  private static final int LEAST_BATCH = 1024;

  /// In base64 and with what goes around it, this is still below the size of an event.
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

  /// Output is sent when it is this much, or has waited this long; 32 KiB and 100 ms where nothing
  /// is said.
  public ProcessRunnerBuilder batch(int bytes, Duration longest) {
    batchBytes = bytes;
    batchTime = longest;
    return this;
  }

  /// How often a running process is said to be alive; every 10 seconds where nothing is said.
  public ProcessRunnerBuilder heartbeatEvery(Duration period) {
    heartbeatEvery = period;
    return this;
  }

  /// How long a process has between TERM and KILL when its job is cancelled or its time is over; 5
  /// seconds where nothing is said.
  public ProcessRunnerBuilder killGrace(Duration longest) {
    killGrace = longest;
    return this;
  }

  /// The same when the worker stops; 500 ms where nothing is said. A worker gives a job back a
  /// second after it told the handler to stop, so this should stay well below.
  public ProcessRunnerBuilder stopGrace(Duration longest) {
    stopGrace = longest;
    return this;
  }

  /// How long the event of the start may take to arrive before the process is ended again, and
  /// that of the end before the attempt counts as failed; 10 seconds and 5 minutes where nothing
  /// is said.
  public ProcessRunnerBuilder patience(Duration start, Duration end) {
    startPatience = start;
    endPatience = end;
    return this;
  }

  /// How many bytes of events one process may have on disk that were not delivered; further output
  /// is dropped and counted. 256 MiB where nothing is said.
  public ProcessRunnerBuilder maxBufferedBytes(long most) {
    maxBufferedBytes = most;
    return this;
  }

  /// Runs these commands only, spelled exactly so in the job: absolute paths, or names that are
  /// looked up on the PATH of the worker. Any command by default.
  ///
  /// Jobs may then set no variables except those of [#allowVariables].
  public ProcessRunnerBuilder allowOnly(Set<String> commands) {
    policy = policy.allowingOnly(commands);
    return this;
  }

  /// Variables that jobs may set although commands are limited by [#allowOnly]. Variables that
  /// choose which code runs, such as `PATH` or `LD_PRELOAD`, are refused.
  public ProcessRunnerBuilder allowVariables(Set<String> names) {
    policy = policy.allowingVariables(names);
    return this;
  }

  /// Variables of this process that programs see, besides `PATH`, `HOME`, `LANG`, `LC_*`, `TZ`,
  /// `USER` and `TMPDIR`. A `*` at the end of a name stands for any suffix.
  public ProcessRunnerBuilder passVariables(Set<String> names) {
    policy = policy.passing(names);
    return this;
  }

  /// Where the times of events come from; the system where nothing is said.
  public ProcessRunnerBuilder clock(InstantSource source) {
    clock = source;
    return this;
  }

  ProcessRunnerBuilder tools(SystemTools some) {
    tools = some;
    return this;
  }

  /// Takes the folder and begins to deliver what an earlier runner left there.
  public ProcessRunner open() {
    check(
        batchBytes >= LEAST_BATCH && batchBytes <= MOST_BATCH,
        "a batch must have " + LEAST_BATCH + " to " + MOST_BATCH + " bytes");
    check(batchTime.isPositive(), "the time of a batch must be above zero");
    check(heartbeatEvery.isPositive(), "the period of heartbeats must be above zero");
    check(!killGrace.isNegative() && !stopGrace.isNegative(), "a grace must not be negative");
    check(startPatience.isPositive() && endPatience.isPositive(), "patience must be above zero");
    check(maxBufferedBytes >= 0, "the bytes to buffer must not be negative");
    return new ProcessRunner(source, settings());
  }

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
