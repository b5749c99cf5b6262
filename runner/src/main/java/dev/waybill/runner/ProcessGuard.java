package dev.waybill.runner;

import java.io.IOException;
import java.io.Writer;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// A small shell process beside the worker that ends the worker's processes if the worker dies. The
/// worker reports every process group that starts and ends. When its pipe closes, the guard ends
/// the remaining groups: TERM, the grace period, KILL.
///
/// A process is not guarded between its start and the report to the guard.
final class ProcessGuard implements AutoCloseable {

  private static final System.Logger LOG = System.getLogger(ProcessGuard.class.getName());

  /// Its arguments are the path of `kill` and the grace period in seconds.
  private static final String SCRIPT =
      """
      groups=' '
      while read -r sign group; do
        case $sign in
          +) groups="$groups$group " ;;
          -) groups="${groups%% $group *} ${groups#* $group }" ;;
        esac
      done
      [ "$groups" = ' ' ] && exit
      for group in $groups; do "$1" -TERM -- "-$group"; done
      sleep "$2"
      for group in $groups; do "$1" -KILL -- "-$group"; done
      """;

  private final SystemTools tools;
  private final Duration grace;
  private final Set<Long> groups = new TreeSet<>();
  private @Nullable Process shell;
  private @Nullable Writer words;

  ProcessGuard(SystemTools tools, Duration grace) {
    this.tools = tools;
    this.grace = grace;
  }

  synchronized void began(long group) {
    if (tools.canGroup() && tools.shell() != null) {
      groups.add(group);
      if (shell == null || !shell.isAlive()) {
        begin();
      } else {
        say("+ " + group + "\n");
      }
    }
  }

  synchronized void ended(long group) {
    if (groups.remove(group)) {
      say("- " + group + "\n");
    }
  }

  /// The guard then ends the remaining groups, as it does when the worker dies.
  @Override
  public synchronized void close() {
    if (words != null) {
      try {
        words.close();
      } catch (IOException gone) {
        LOG.log(Level.DEBUG, "the guard process has already ended", gone);
      }
    }
  }

  private void begin() {
    try {
      Process started =
          new ProcessBuilder(
                  String.valueOf(tools.setsid()),
                  String.valueOf(tools.shell()),
                  "-c",
                  SCRIPT,
                  "waybill-guard",
                  String.valueOf(tools.kill()),
                  String.valueOf(Math.max(1, grace.toSeconds())))
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      shell = started;
      words = started.outputWriter(StandardCharsets.US_ASCII);
      groups.forEach(group -> say("+ " + group + "\n"));
    } catch (IOException failed) {
      LOG.log(
          Level.WARNING,
          "could not start the guard; processes continue to run if this worker crashes",
          failed);
    }
  }

  private void say(String word) {
    try {
      if (words != null) {
        words.write(word);
        words.flush();
      }
    } catch (IOException gone) {
      LOG.log(
          Level.WARNING,
          "the guard process has ended; processes continue to run if this worker crashes",
          gone);
    }
  }
}
