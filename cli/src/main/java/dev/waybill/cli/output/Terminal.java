package dev.waybill.cli.output;

import java.io.Console;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;

/// Whether a person looks on: then there are colours and bars, and nowhere else.
public final class Terminal {

  private Terminal() {}

  static boolean isPresent() {
    return Optional.ofNullable(System.console()).map(Console::isTerminal).orElse(false);
  }

  /// Whether standard output (1) or standard error (2) is a terminal, whatever the other streams
  /// are.
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

  public static Help.ColorScheme colours() {
    return Help.defaultColorScheme(isColoured(System.getenv()) ? Ansi.ON : Ansi.OFF);
  }

  /// `NO_COLOR` counts when it is not empty; see no-color.org.
  private static boolean isColoured(Map<String, String> environment) {
    return isPresent()
        && environment.getOrDefault("NO_COLOR", "").isEmpty()
        && !environment.getOrDefault("TERM", "").equals("dumb");
  }
}
