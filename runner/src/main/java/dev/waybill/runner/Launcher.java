package dev.waybill.runner;

import dev.waybill.Job;
import dev.waybill.base.Text;
import dev.waybill.runner.ProcessRunnerBuilder.RunnerSettings;
import dev.waybill.worker.Task;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/// Starts processes.
final class Launcher {

  /// Set if the launcher script of the command line changed `LC_ALL` for the JVM: the previous
  /// value, or empty if it was not set.
  private static final String LC_ALL_BEFORE = "WAYBILL_LC_ALL";

  private static final String LC_ALL = "LC_ALL";

  /// Passes the trace context to the program.
  private static final String TRACEPARENT = "TRACEPARENT";

  /// For `stty`: a pseudo-terminal has no size by default.
  private static final String SIZE = " rows 24 cols 80 2>/dev/null; ";

  private final SystemTools tools;
  private final RunnerSettings settings;

  Launcher(RunnerSettings settings) {
    this.settings = settings;
    this.tools = settings.tools();
  }

  /// A running process and its group.
  record Launched(Process process, ProcessGroup group) {}

  Launched launch(ProcessSpec spec, Task task) throws CannotRun {
    settings.policy().check(spec);
    requireExact(spec);
    ProcessBuilder builder = new ProcessBuilder();
    prepare(builder.environment(), settings.policy(), spec, task.job(), task.traceparent());
    String folder = spec.workingDirectory();
    if (folder != null) {
      builder.directory(existing(Path.of(folder)).toFile());
    }
    builder.command(commandLine(spec, located(spec)));
    try (StandardInput input = StandardInput.of(spec.stdin(), settings.folder())) {
      Process process = builder.redirectInput(input.file()).start();
      return new Launched(process, groupOf(process, spec.pty()));
    } catch (IOException failed) {
      throw CannotRun.now("start_failed", String.valueOf(failed.getMessage()));
    }
  }

  private static void requireExact(ProcessSpec spec) throws CannotRun {
    NativeText.require(spec.command());
    NativeText.require(Objects.requireNonNullElse(spec.workingDirectory(), ""));
    for (String word : spec.args()) {
      NativeText.require(word);
    }
    for (Map.Entry<String, String> variable : spec.env().entrySet()) {
      NativeText.require(variable.getKey());
      NativeText.require(variable.getValue());
    }
  }

  /// Builds the environment of a process from that of the worker.
  static void prepare(
      Map<String, String> variables,
      RunPolicy policy,
      ProcessSpec spec,
      Job job,
      Optional<String> traceparent) {
    String before = variables.get(LC_ALL_BEFORE);
    variables.keySet().removeIf(name -> !policy.passes(name));
    if (before != null) {
      restore(variables, before);
    }
    variables.remove(TRACEPARENT);
    traceparent.ifPresent(context -> variables.put(TRACEPARENT, context));
    if (spec.pty()) {
      variables.putIfAbsent("TERM", "xterm");
    }
    variables.putAll(spec.env());
    if (spec.pty()) {
      // `script` starts the command with this shell, so the job must not choose it.
      variables.put("SHELL", "/bin/sh");
    }
    variables.put("WAYBILL_JOB_ID", job.id().toString());
    variables.put("WAYBILL_ATTEMPT", String.valueOf(job.attempt()));
  }

  private static void restore(Map<String, String> variables, String before) {
    if (before.isEmpty()) {
      variables.remove(LC_ALL);
    } else {
      variables.put(LC_ALL, before);
    }
  }

  private static Path existing(Path folder) throws CannotRun {
    if (!Files.isDirectory(folder)) {
      throw CannotRun.ever(
          "no_working_directory", "working_directory is not a directory on this worker: " + folder);
    }
    return folder;
  }

  private String located(ProcessSpec spec) throws CannotRun {
    String command = spec.command();
    String folder = Objects.requireNonNullElse(spec.workingDirectory(), "");
    return SystemTools.locate(command, Path.of(folder))
        .orElseThrow(
            () ->
                CannotRun.ever(
                    "command_not_found",
                    "command " + shown(command) + " was not found on this worker"))
        .toString();
  }

  private List<String> commandLine(ProcessSpec spec, String program) throws CannotRun {
    List<String> words = new ArrayList<>();
    if (tools.canGroup()) {
      words.add(String.valueOf(tools.setsid()));
    }
    List<String> command = new ArrayList<>(List.of(program));
    command.addAll(spec.args());
    words.addAll(spec.pty() ? onTerminal(command) : command);
    return words;
  }

  private List<String> onTerminal(List<String> command) throws CannotRun {
    if (tools.script() == null) {
      throw CannotRun.ever(
          "no_pty", "pty needs the program script; install it (util-linux) on this worker");
    }
    String line = command.stream().map(Launcher::quoted).collect(Collectors.joining(" "));
    String begin = tools.stty() == null ? "" : tools.stty() + SIZE;
    return List.of(tools.script().toString(), "-qefc", begin + "exec " + line, "/dev/null");
  }

  private ProcessGroup groupOf(Process process, boolean pty) {
    Path kill = tools.kill();
    return tools.canGroup() && kill != null
        ? new SessionGroup(process, kill, pty)
        : new DescendantGroup(process);
  }

  private static String quoted(String word) {
    return "'" + word.replace("'", "'\\''") + "'";
  }

  private static String shown(String command) {
    return Text.quote(command);
  }
}
