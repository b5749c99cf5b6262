package dev.waybill.rig;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TraceTest {

  private static final String FILE = "\\x2f\\x64\\x2f\\x66";

  @TempDir Path folder;

  @Test
  void a_call_on_two_lines_has_a_begin_and_an_end() throws IOException {
    SystemCall write =
        read(
                "7 pwrite64(4<" + FILE + ">, \"\\x68\\x29\", 2, 9 <unfinished ...>",
                "8 fsync(5<" + FILE + ">) = 0",
                "7 <... pwrite64 resumed>)           = 2")
            .getFirst();
    assertThat(write.string(0)).isEqualTo("h)");
    assertThat(List.of(write.begin(), write.end())).containsExactly(1, 3);
    assertThat(write.number(3)).isEqualTo(9);
    assertThat(write.paths()).containsExactly("/d/f");
    assertThat(write.answer()).isEqualTo(2);
  }

  @Test
  void a_call_interrupted_by_a_kill_is_unfinished() throws IOException {
    List<SystemCall> calls =
        read(
            "7 pwrite64(4<" + FILE + ">, \"\\x68\", 1, 0) = ? <unavailable>",
            "8 fdatasync(4<" + FILE + "> <unfinished ...>",
            "8 <... fdatasync resumed>)          = ?",
            "9 fsync(4<" + FILE + "> <unfinished ...>",
            "9 +++ killed by SIGKILL +++");
    assertThat(calls).hasSize(3).allMatch(SystemCall::isUnfinished);
  }

  @Test
  void calls_on_other_files_are_ignored() throws IOException {
    assertThat(read("7 fsync(4<\\x2f\\x65>) = 0")).isEmpty();
  }

  private List<SystemCall> read(String... lines) throws IOException {
    Path file = Files.write(folder.resolve("trace"), List.of(lines));
    return Trace.read(file, Path.of("/d"), 0);
  }
}
