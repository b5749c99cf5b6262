package dev.waybill.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.cli.Main;
import dev.waybill.cli.Ran;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.Help;

final class ColorsTest {

  @Test
  void colors_of_states_do_not_move_the_columns() {
    Table table = Table.of("STATE", "N").row("dead", 1).row("completed", 2);
    assertThat(table.lines(new Colors(true)))
        .containsExactly(
            "\u001b[1mSTATE      N\u001b[0m",
            "\u001b[31mdead     \u001b[0m  1",
            "\u001b[32mcompleted\u001b[0m  2");
    assertThat(table.lines()).containsExactly("STATE      N", "dead       1", "completed  2");
  }

  @Test
  void only_the_state_is_colored() {
    Table table = Table.of("QUEUE", "STATE").row("dead", "queued");
    assertThat(table.lines(new Colors(true)).getLast()).isEqualTo("dead   queued");
  }

  @Test
  void a_pipe_gets_no_colors(@TempDir Path folder) {
    String data = folder.toString();
    assertThat(Ran.waybill("demo", "--data", data).exitCode()).isZero();
    assertThat(Ran.waybill("jobs", "list", "--data", data).out()).doesNotContain("\u001b");
    assertThat(colored("jobs", "list", "--data", data)).contains("\u001b[31mdead");
    assertThat(colored("jobs", "list", "--json", "--data", data)).doesNotContain("\u001b");
  }

  @Test
  void a_bar_shows_the_progress() {
    assertThat(ProgressBar.text(0, 2_000)).startsWith("[....").endsWith("  0 %  0 of 2,000");
    assertThat(ProgressBar.text(1_000, 2_000))
        .isEqualTo("[###############...............]  50 %  1,000 of 2,000");
    assertThat(ProgressBar.text(5, 4)).startsWith("[####").endsWith("100 %  4 of 4");
    assertThat(ProgressBar.text(0, 0)).endsWith("100 %  0 of 0");
  }

  private static String colored(String... arguments) {
    StringWriter out = new StringWriter();
    Main.commandLine()
        .setColorScheme(Help.defaultColorScheme(Help.Ansi.ON))
        .setOut(new PrintWriter(out))
        .execute(arguments);
    return out.toString();
  }
}
