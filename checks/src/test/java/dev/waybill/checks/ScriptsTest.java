package dev.waybill.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class ScriptsTest {

  private static final List<String> COMMANDS =
      List.of("waybill", "verify", ".ci/run", "scripts/build-app.sh");

  @Test
  void every_script_parses() throws IOException {
    List<Path> scripts = Repository.files(ScriptsTest::isScript);
    assertThat(scripts).hasSizeGreaterThan(COMMANDS.size());
    for (Path script : scripts) {
      Ran ran = Ran.program(Map.of(), "/bin/bash", "-n", script.toString());
      assertThat(ran).as(script.toString()).isEqualTo(new Ran(0, ""));
    }
  }

  @Test
  void a_command_that_runs_out_of_memory_ends_with_its_own_exit_code() throws IOException {
    for (String kind :
        List.of(
            "choose_app cli && use_server_options && use_optimizing_compiler",
            "choose_app bench")) {
      String options = ". scripts/app.sh && " + kind + " && echo \"${APP_JVM[@]}\"";
      Ran asked = Ran.program(Map.of(), "/bin/bash", "-c", options);
      assertThat(asked.exitCode()).as(asked.output()).isZero();
      Ran ended = fillMemory(asked.output().strip().split(" "));
      assertThat(ended.exitCode()).as(ended.output()).isEqualTo(3);
    }
  }

  private static Ran fillMemory(String[] options) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of(options));
    command.addAll(List.of("-Xmx40m", "-cp", System.getProperty("java.class.path")));
    command.add(FilledMemory.class.getName());
    return Ran.program(Map.of(), command.toArray(String[]::new));
  }

  /// A process whose main thread would outlive the error of another thread.
  static final class FilledMemory {

    public static void main(String[] arguments) throws InterruptedException {
      Thread filling = Thread.ofVirtual().start(FilledMemory::fill);
      filling.join();
    }

    private static void fill() {
      List<byte[]> all = new ArrayList<>();
      while (!all.contains(new byte[0])) {
        all.add(new byte[1 << 20]);
      }
    }
  }

  @Test
  void scripts_are_executable() {
    assertThat(COMMANDS)
        .allSatisfy(name -> assertThat(Repository.ROOT.resolve(name)).isExecutable());
  }

  @Test
  void continuous_integration_runs_verify() {
    List<String> steps =
        Repository.read(".ci/run")
            .lines()
            .filter(line -> !line.isBlank() && !line.startsWith("#") && !line.startsWith("set "))
            .toList();
    assertThat(steps).hasSize(2);
    assertThat(steps.getFirst()).startsWith("cd ");
    assertThat(steps.getLast()).isEqualTo("exec ./verify \"$@\"");
  }

  private static boolean isScript(Path file) {
    try {
      return file.toString().endsWith(".sh") || startsLikeAScript(file);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private static boolean startsLikeAScript(Path file) throws IOException {
    try (var in = Files.newInputStream(file)) {
      return new String(in.readNBytes(2), java.nio.charset.StandardCharsets.US_ASCII).equals("#!");
    }
  }
}
