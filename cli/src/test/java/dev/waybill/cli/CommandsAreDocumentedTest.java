package dev.waybill.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/// `docs/cli.md` names every command, its own options and every exit code, and no others.
final class CommandsAreDocumentedTest {

  /// These are documented once, above the commands.
  private static final Set<String> EVERYWHERE =
      Set.of("--help", "--version", "--json", "--server", "--data", "--allow-http");

  private static final Pattern HEADING = Pattern.compile("(?m)^### `waybill ([a-z -]+)`$");

  @Test
  void every_command_has_a_heading_and_every_heading_a_command() throws Exception {
    Set<String> documented = new TreeSet<>();
    HEADING.matcher(page()).results().forEach(match -> documented.add(match.group(1)));
    Set<String> existing = new TreeSet<>();
    runnable().forEach(command -> existing.add(nameOf(command)));
    assertThat(documented).isEqualTo(existing);
  }

  @Test
  void every_option_is_named_below_the_heading_of_its_command() throws Exception {
    for (CommandLine command : runnable()) {
      String section = section(nameOf(command));
      for (OptionSpec option : command.getCommandSpec().options()) {
        if (!EVERYWHERE.contains(option.longestName())) {
          assertThat(section).contains("`" + option.longestName());
        }
      }
    }
  }

  @Test
  void every_exit_code_is_named() throws Exception {
    String page = page();
    Main.commandLine()
        .getCommandSpec()
        .usageMessage()
        .exitCodeList()
        .forEach((code, meaning) -> assertThat(page).contains("| " + code + " | " + meaning));
  }

  private static List<CommandLine> runnable() {
    List<CommandLine> found = new ArrayList<>();
    collect(Main.commandLine(), found);
    return found;
  }

  /// Hidden commands are for the launcher.
  private static void collect(CommandLine command, List<CommandLine> found) {
    if (command.getCommandSpec().usageMessage().hidden()) {
      return;
    }
    if (command.getCommand() instanceof Runnable
        || command.getCommand() instanceof java.util.concurrent.Callable<?>) {
      found.add(command);
    }
    command.getSubcommands().values().forEach(sub -> collect(sub, found));
  }

  private static String nameOf(CommandLine command) {
    return command.getCommandSpec().qualifiedName().replaceFirst("^waybill ", "");
  }

  private static String section(String command) throws Exception {
    String after = page().split(Pattern.quote("### `waybill " + command + "`\n"), 2)[1];
    return after.split("(?m)^##", 2)[0];
  }

  private static String page() throws Exception {
    return Files.readString(Path.of("..", "docs", "cli.md"));
  }
}
