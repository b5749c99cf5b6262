package dev.waybill.runner;

import dev.waybill.Payload;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What a job of type `process` asks for.
///
/// @param command a path, or a name that is looked for on the PATH
/// @param env added to what programs see of the environment of the worker
/// @param workingDirectory where it runs, or null for the folder of the worker
/// @param timeout how long it may run, or null for as long as it likes
/// @param pty whether it gets a terminal; stdout and stderr are then one
/// @param stdin what the program reads from its standard input
/// @param permanentExitCodes exit codes after which the job is not tried again
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
