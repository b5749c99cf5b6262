package dev.waybill.runner;

import java.util.Map;
import java.util.Optional;

/// Signals by their exit code in shells and in the JDK: 128 plus the signal number.
final class Signals {

  private static final Map<Integer, String> NAMES =
      Map.ofEntries(
          Map.entry(1, "SIGHUP"),
          Map.entry(2, "SIGINT"),
          Map.entry(3, "SIGQUIT"),
          Map.entry(4, "SIGILL"),
          Map.entry(6, "SIGABRT"),
          Map.entry(7, "SIGBUS"),
          Map.entry(8, "SIGFPE"),
          Map.entry(9, "SIGKILL"),
          Map.entry(11, "SIGSEGV"),
          Map.entry(13, "SIGPIPE"),
          Map.entry(14, "SIGALRM"),
          Map.entry(15, "SIGTERM"),
          Map.entry(24, "SIGXCPU"),
          Map.entry(25, "SIGXFSZ"));

  private Signals() {}

  static Optional<String> ofExitCode(int exitCode) {
    return Optional.ofNullable(NAMES.get(exitCode - 128));
  }
}
