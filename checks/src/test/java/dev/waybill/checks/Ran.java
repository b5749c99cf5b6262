package dev.waybill.checks;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// The output and exit code of a program.
record Ran(int exitCode, String output) {

  /// Runs a program at the root of the project, with this environment only.
  static Ran program(Map<String, String> environment, String... command) throws IOException {
    return program(Repository.ROOT, environment, command);
  }

  static Ran program(Path folder, Map<String, String> environment, String... command)
      throws IOException {
    ProcessBuilder builder = new ProcessBuilder(List.of(command));
    builder.directory(folder.toFile()).redirectErrorStream(true);
    builder.environment().clear();
    builder.environment().putAll(environment);
    Process process = builder.start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Ran(process.onExit().join().exitValue(), output);
  }
}
