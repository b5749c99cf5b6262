package dev.waybill.runner;

import java.io.IOException;
import java.io.Writer;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// A small shell process beside the worker that ends the processes of a worker that died, however
/// it did: it hears of every group that begins and ends, and when it hears no more because the
/// worker is gone, it ends those that are left: TERM, the grace time, KILL.
///
/// A process is not guarded in the moment between its start and the word to the guard.
final class Guard implements AutoCloseable {

  private static final System.Logger LOG = System.getLogger(Guard.class.getName());

  /// The arguments are the program `kill` and the grace time in seconds.
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

  Guard(SystemTools tools, Duration grace) {
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

  /// The guard then ends what is still there, as when the worker dies.
  @Override
  public synchronized void close() {
    if (words != null) {
      try {
        words.close();
      } catch (IOException gone) {
        LOG.log(Level.DEBUG, "the guard was gone", gone);
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
      LOG.log(Level.WARNING, "processes are not guarded against the end of the worker", failed);
    }
  }

  private void say(String word) {
    try {
      if (words != null) {
        words.write(word);
        words.flush();
      }
    } catch (IOException gone) {
      LOG.log(Level.WARNING, "the guard of processes was gone", gone);
    }
  }
}
