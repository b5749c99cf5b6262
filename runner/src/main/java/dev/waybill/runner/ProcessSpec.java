package dev.waybill.runner;

import dev.waybill.Payload;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The parameters of a job of type `process`.
///
/// @param command a path, or a name to look up on the PATH
/// @param env variables added to those passed from the worker
/// @param workingDirectory the working directory, or null for that of the worker
/// @param timeout the maximum run time, or null for no limit
/// @param pty true to run on a terminal; stdout and stderr are then one stream
/// @param stdin the standard input of the program
/// @param permanentExitCodes exit codes after which the job is not retried
record ProcessSpec(
    String command,
    List<String> args,
    Map<String, String> env,
    @Nullable Path workingDirectory,
    @Nullable Duration timeout,
    boolean pty,
    Payload stdin,
    Set<Integer> permanentExitCodes) {

  ProcessSpec {
    args = List.copyOf(args);
    env = Map.copyOf(env);
    permanentExitCodes = Set.copyOf(permanentExitCodes);
  }
}
