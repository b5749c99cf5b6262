package dev.waybill.runner;

import dev.waybill.Payload;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The parameters of a job of type `process`.
///
/// @param timeout the maximum run time, or null for no limit
/// @param pty true to run on a terminal; stdout and stderr are then one stream
/// @param stdin the standard input of the program
/// @param permanentExitCodes exit codes after which the job is not retried
public record ProcessSpec(
    Program program,
    @Nullable Duration timeout,
    boolean pty,
    Payload stdin,
    Set<Integer> permanentExitCodes) {

  /// The most bytes that the standard input may have.
  public static final int MAX_STDIN = 4 * 1024 * 1024;

  public ProcessSpec {
    permanentExitCodes = Set.copyOf(permanentExitCodes);
  }

  /// The program to start.
  ///
  /// @param command a path, or a name to look up on the PATH
  /// @param env variables added to those passed from the worker
  /// @param workingDirectory an absolute path, or null for that of the worker
  public record Program(
      String command,
      List<String> args,
      Map<String, String> env,
      @Nullable String workingDirectory) {

    public Program {
      args = List.copyOf(args);
      env = Collections.unmodifiableMap(new LinkedHashMap<>(env));
    }
  }

  String command() {
    return program.command();
  }

  List<String> args() {
    return program.args();
  }

  Map<String, String> env() {
    return program.env();
  }

  @Nullable String workingDirectory() {
    return program.workingDirectory();
  }
}
