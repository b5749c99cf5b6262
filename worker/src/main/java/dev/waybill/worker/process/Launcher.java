package dev.waybill.worker.process;

import dev.waybill.Job;
import dev.waybill.Text;
import dev.waybill.worker.Task;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// Starts processes.
final class Launcher {

  /// Variables of the worker that are its own, such as keys.
  private static final String OWN = "WAYBILL_";

  /// How a program hears of the trace it is part of.
  private static final String TRACEPARENT = "TRACEPARENT";

  private final SystemTools tools;
  private final RunnerSettings settings;

  Launcher(RunnerSettings settings) {
    this.settings = settings;
    this.tools = settings.tools();
  }

  /// A process that runs, and what it is part of.
  record Launched(Process process, ProcessGroup group) {}

  Launched launch(ProcessSpec spec, Task task) throws CannotRun {
    ProcessBuilder builder = new ProcessBuilder();
    prepare(builder.environment(), spec, task.job(), task.traceparent());
    builder.redirectInput(new File("/dev/null"));
    Path folder = spec.workingDirectory();
    if (folder != null) {
      builder.directory(existing(folder).toFile());
    }
    builder.command(commandLine(spec, located(spec)));
    try {
      Process process = builder.start();
      return new Launched(process, groupOf(process, spec.pty()));
    } catch (IOException failed) {
      throw CannotRun.now("start_failed", String.valueOf(failed.getMessage()));
    }
  }

  /// Makes the environment of a process out of that of the worker.
  static void prepare(
      Map<String, String> variables, ProcessSpec spec, Job job, Optional<String> traceparent) {
    variables.keySet().removeIf(name -> name.startsWith(OWN));
    variables.remove(TRACEPARENT);
    traceparent.ifPresent(context -> variables.put(TRACEPARENT, context));
    if (spec.pty()) {
      // Decides by which shell `script` starts the command.
      variables.put("SHELL", "/bin/sh");
    }
    variables.putAll(spec.env());
    variables.put("WAYBILL_JOB_ID", job.id().toString());
    variables.put("WAYBILL_ATTEMPT", String.valueOf(job.attempt()));
  }

  private static Path existing(Path folder) throws CannotRun {
    if (!Files.isDirectory(folder)) {
      throw CannotRun.ever(
          "no_working_directory", "working_directory is not a folder here: " + folder);
    }
    return folder;
  }

  private String located(ProcessSpec spec) throws CannotRun {
    String command = spec.command();
    Set<String> allowed = settings.allowedCommands();
    if (allowed != null && !allowed.contains(command)) {
      throw CannotRun.ever("command_not_allowed", "this worker does not run " + shown(command));
    }
    Path folder = spec.workingDirectory() == null ? Path.of("") : spec.workingDirectory();
    return SystemTools.locate(command, folder)
        .orElseThrow(
            () ->
                CannotRun.ever(
                    "command_not_found", "there is no program " + shown(command) + " here"))
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
      throw CannotRun.ever("no_pty", "pty needs the program script, which is not here");
    }
    String line = command.stream().map(Launcher::quoted).collect(Collectors.joining(" "));
    return List.of(tools.script().toString(), "-qefc", "exec " + line, "/dev/null");
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
