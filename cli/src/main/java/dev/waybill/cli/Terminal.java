package dev.waybill.cli;

import java.io.Console;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;

/// Whether a person looks on: then there are colours and bars, and nowhere else.
final class Terminal {

  private Terminal() {}

  static boolean isPresent() {
    return Optional.ofNullable(System.console()).map(Console::isTerminal).orElse(false);
  }

  static Help.ColorScheme colours() {
    return Help.defaultColorScheme(isColoured(System.getenv()) ? Ansi.ON : Ansi.OFF);
  }

  /// `NO_COLOR` counts when it is not empty; see no-color.org.
  private static boolean isColoured(Map<String, String> environment) {
    return isPresent()
        && environment.getOrDefault("NO_COLOR", "").isEmpty()
        && !environment.getOrDefault("TERM", "").equals("dumb");
  }
}
