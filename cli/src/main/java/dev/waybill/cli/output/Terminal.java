package dev.waybill.cli.output;

import java.io.Console;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;

/// Detects a terminal. Colors and progress bars are shown only on one.
public final class Terminal {

  private Terminal() {}

  static boolean isPresent() {
    return Optional.ofNullable(System.console()).map(Console::isTerminal).orElse(false);
  }

  /// Whether standard output (1) or standard error (2) is a terminal, independent of the other
  /// streams.
  static boolean isOn(int stream) {
    try {
      String target = Files.readSymbolicLink(Path.of("/proc/self/fd/" + stream)).toString();
      return target.startsWith("/dev/pts/")
          || target.startsWith("/dev/tty")
          || target.equals("/dev/console");
    } catch (IOException | RuntimeException unknown) {
      return isPresent();
    }
  }

  public static Help.ColorScheme colors() {
    return Help.defaultColorScheme(isColored(System.getenv()) ? Ansi.ON : Ansi.OFF);
  }

  /// `NO_COLOR` disables colors if it is not empty; see no-color.org.
  private static boolean isColored(Map<String, String> environment) {
    return isPresent()
        && environment.getOrDefault("NO_COLOR", "").isEmpty()
        && !environment.getOrDefault("TERM", "").equals("dumb");
  }
}
