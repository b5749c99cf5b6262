package dev.waybill.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// The web console teaches commands that exist, with the options that they require.
final class ConsoleCommandsTest {

  private static final Path ASSETS =
      Path.of("../console/src/main/resources/dev/waybill/console/assets");

  /// A command as a text, as a template, or inside of markup.
  private static final Pattern COMMAND =
      Pattern.compile(
          "\"(waybill (?:[^\"\\\\]|\\\\.)*)\"|`(waybill [^`]*)`|<code>(waybill [^<]*)</code>");

  private static final Pattern VALUE = Pattern.compile("\\$\\{(?:[^{}]|\\{[^{}]*})*}");
  private static final Pattern WORD =
      Pattern.compile("'([^']*)'|\"((?:[^\"\\\\]|\\\\.)*)\"|([^\\s'\"]+)");

  @Test
  void every_command_of_the_console_can_be_parsed() throws IOException {
    List<String> commands = commands();
    assertThat(commands).hasSizeGreaterThan(10);
    for (String command : commands) {
      assertThatCode(() -> Main.commandLine().parseArgs(words(command)))
          .as(command)
          .doesNotThrowAnyException();
    }
  }

  private static List<String> commands() throws IOException {
    List<String> found = new ArrayList<>();
    try (Stream<Path> files = Files.walk(ASSETS)) {
      for (Path file : files.filter(path -> path.toString().endsWith(".js")).toList()) {
        COMMAND.matcher(text(file)).results().forEach(one -> found.add(given(one)));
      }
    }
    return found;
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /// The command as a reader copies it, with a word for each value of the page.
  private static String given(MatchResult one) {
    String text = group(one).replace("\\\"", "\"");
    return VALUE.matcher(text).replaceAll("x");
  }

  private static String[] words(String command) {
    return WORD.matcher(command)
        .results()
        .skip(1)
        .map(ConsoleCommandsTest::group)
        .toArray(String[]::new);
  }

  private static String group(MatchResult one) {
    return Stream.of(1, 2, 3)
        .map(one::group)
        .filter(group -> group != null)
        .findFirst()
        .orElseThrow();
  }
}
