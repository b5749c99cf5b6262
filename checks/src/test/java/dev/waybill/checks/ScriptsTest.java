package dev.waybill.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
  void what_is_called_can_be_run() {
    assertThat(COMMANDS)
        .allSatisfy(name -> assertThat(Repository.ROOT.resolve(name)).isExecutable());
  }

  @Test
  void continuous_integration_runs_what_everyone_runs() {
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
