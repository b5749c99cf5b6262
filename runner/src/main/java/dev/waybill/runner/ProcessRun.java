package dev.waybill.runner;

import dev.waybill.Failure;
import dev.waybill.Outcome;
import dev.waybill.runner.ProcessRunnerBuilder.RunnerSettings;
import dev.waybill.runner.outbox.Outbox;
import dev.waybill.worker.Task;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/// Runs one attempt of a job, from its parameters to its outcome.
final class ProcessRun {

  private static final Duration LONGEST_TICK = Duration.ofMillis(100);
  private static final Duration SHORT_TICK = Duration.ofMillis(10);
  private static final Duration LOOK = Duration.ofSeconds(1);
  private static final Duration LAST_OUTPUT = Duration.ofSeconds(1);
  private static final Duration ERROR_PATIENCE = Duration.ofSeconds(2);
  private static final Duration STOP_PATIENCE = Duration.ofMillis(200);

  private final Task task;
  private final RunnerSettings settings;
  private final Launcher launcher;
  private final ProcessGuard guard;
  private final Outbox outbox;
  private final Wakeup wakeup;
  private final ProcessReport report;
  private final RunLog log;
  private final Duration tick;

  ProcessRun(
      Task task,
      RunnerSettings settings,
      Launcher launcher,
      ProcessGuard guard,
      Outbox outbox,
      Wakeup wakeup) {
    this.task = task;
    this.settings = settings;
    this.launcher = launcher;
    this.guard = guard;
    this.outbox = outbox;
    this.wakeup = wakeup;
    this.report = new ProcessReport(outbox);
    this.log = new RunLog(task);
    this.tick =
        settings.batchTime().compareTo(LONGEST_TICK) < 0 ? settings.batchTime() : LONGEST_TICK;
  }

  Outcome run() throws InterruptedException {
    try {
      ProcessSpec spec = ProcessSpecJson.read(task.payload());
      return task.isCancelled() ? notStarted() : run(spec, launcher.launch(spec, task));
    } catch (CannotRun refused) {
      return refused(refused);
    }
  }

  private Outcome run(ProcessSpec spec, Launcher.Launched launched) throws InterruptedException {
    Process process = launched.process();
    Termination termination = new Termination(launched.group());
    guard.began(process.pid());
    log.started(spec, process.pid());
    try {
      announce(spec, process, termination);
      OutputBatches batches =
          new OutputBatches(settings.batchBytes(), settings.batchTime().toNanos(), report::output);
      OutputPump pump = OutputPump.start(process, batches);
      watch(spec, launched, termination, batches);
      endRemainingProcesses(termination);
      pump.finish(LAST_OUTPUT);
    } finally {
      launched.group().kill();
      guard.ended(process.pid());
    }
    Duration elapsed = report.elapsed();
    Outcome outcome = conclude(spec, process.exitValue(), termination.cause());
    log.ended(spec, elapsed, outcome);
    return outcome;
  }

  private void announce(ProcessSpec spec, Process process, Termination termination) {
    String worker = String.valueOf(task.job().progress().worker());
    boolean kept =
        report.started(
            ProcessEvent.Started.of(
                process.pid(), spec.command(), spec.args(), HostName.OF_THIS_MACHINE, worker));
    if (!kept) {
      termination.begin(StopCause.START_NOT_PUBLISHED, settings.killGrace());
    }
  }

  private void watch(
      ProcessSpec spec, Launcher.Launched launched, Termination termination, OutputBatches batches)
      throws InterruptedException {
    CompletableFuture<Void> _ = launched.process().onExit().thenRun(wakeup::wake);
    PeriodicTimer heartbeats = new PeriodicTimer(settings.heartbeatEvery());
    PeriodicTimer looks = new PeriodicTimer(LOOK);
    while (launched.process().isAlive()) {
      wakeup.await(tick);
      batches.passDue();
      if (heartbeats.isDue()) {
        report.heartbeat();
      }
      if (looks.isDue()) {
        launched.group().look();
      }
      stopCause(spec).ifPresent(cause -> termination.begin(cause, grace(cause)));
      termination.killWhenDue();
    }
  }

  /// Ends the processes that the process left running.
  private void endRemainingProcesses(Termination termination) throws InterruptedException {
    while (!termination.isOver()) {
      termination.ask(settings.killGrace());
      task.stopReason().map(StopCause::of).ifPresent(cause -> termination.ask(grace(cause)));
      wakeup.await(SHORT_TICK);
    }
  }

  private Optional<StopCause> stopCause(ProcessSpec spec) {
    if (outbox.isLost() || !task.mayBeHeld()) {
      return Optional.of(StopCause.LOST);
    }
    Optional<StopCause> told = task.stopReason().map(StopCause::of);
    if (told.isPresent()) {
      return told;
    }
    Duration elapsed = report.elapsed();
    if (spec.timeout() != null && elapsed.compareTo(spec.timeout()) >= 0) {
      return Optional.of(StopCause.TIMEOUT);
    }
    boolean late = elapsed.compareTo(settings.startPatience()) >= 0 && !outbox.hasDelivered(1);
    return late ? Optional.of(StopCause.START_NOT_PUBLISHED) : Optional.empty();
  }

  /// No grace period if the job may already be running elsewhere.
  private Duration grace(StopCause cause) {
    return switch (cause) {
      case LOST -> Duration.ZERO;
      case WORKER_STOPS -> settings.stopGrace();
      case CANCELLED, TIMEOUT, START_NOT_PUBLISHED -> settings.killGrace();
    };
  }

  private Outcome conclude(ProcessSpec spec, int exitCode, Optional<StopCause> cause)
      throws InterruptedException {
    if (cause.isPresent() && cause.get() == StopCause.TIMEOUT) {
      report.error("timeout", ProcessOutcomes.tooLong(spec));
    }
    boolean published = report.ended(exitCode) && isDelivered(cause);
    if (cause.isPresent()) {
      return ProcessOutcomes.stopped(cause.get(), spec);
    }
    return published
        ? ProcessOutcomes.exited(exitCode, spec, report.end(exitCode))
        : ProcessOutcomes.endNotPublished(exitCode);
  }

  private boolean isDelivered(Optional<StopCause> cause) throws InterruptedException {
    Duration longest = cause.map(this::patience).orElse(settings.endPatience());
    return outbox.awaitDelivered(longest, () -> !task.mayBeHeld());
  }

  private Duration patience(StopCause cause) {
    return switch (cause) {
      case CANCELLED, TIMEOUT -> settings.endPatience();
      case WORKER_STOPS, START_NOT_PUBLISHED -> STOP_PATIENCE;
      case LOST -> Duration.ZERO;
    };
  }

  private Outcome notStarted() {
    return task.stopReason()
        .map(reason -> ProcessOutcomes.notStarted(StopCause.of(reason)))
        .orElseGet(Outcome.Release::new);
  }

  private Outcome refused(CannotRun refused) throws InterruptedException {
    log.refused(refused);
    report.error(refused.code(), refused.message());
    outbox.awaitDelivered(ERROR_PATIENCE, task::isCancelled);
    Failure failure = Failure.of(refused.code(), refused.message());
    return refused.isPermanent() ? new Outcome.Fail(failure) : new Outcome.Retry(failure, null);
  }
}
