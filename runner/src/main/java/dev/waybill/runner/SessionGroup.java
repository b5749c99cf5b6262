package dev.waybill.runner;

import java.io.File;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;

/// A process that leads its own session. Its group ID is its process ID; a signal to the group
/// reaches its descendants even after the process itself has ended.
///
/// The system does not reuse a group ID while the group has members, so the ID is safe as long as
/// we see a member. A descendant that starts its own session is out of reach, except on a terminal,
/// where the runner scans for it while the process runs.
final class SessionGroup implements ProcessGroup {

  private static final System.Logger LOG = System.getLogger(SessionGroup.class.getName());
  private static final File NOWHERE = new File("/dev/null");
  private static final long LONGEST_SECONDS = 5;

  private final Process leader;
  private final Path kill;
  private final boolean pty;
  private final Set<Long> groups = new TreeSet<>();

  SessionGroup(Process leader, Path kill, boolean pty) {
    this.leader = leader;
    this.kill = kill;
    this.pty = pty;
    groups.add(leader.pid());
  }

  @Override
  public void look() {
    if (pty && leader.isAlive()) {
      groups.addAll(ProcessTable.read().groupsBelow(leader.pid()));
    }
  }

  @Override
  public void terminate() {
    look();
    signal("-TERM");
    if (!leadsItsGroup()) {
      leader.destroy();
    }
  }

  @Override
  public void kill() {
    look();
    signal("-KILL");
    leader.destroyForcibly();
  }

  @Override
  public boolean isGone() {
    return !leader.isAlive() && !ProcessTable.read().hasAnyOf(groups);
  }

  /// False for a short time after the start.
  private boolean leadsItsGroup() {
    return ProcessTable.read().hasAnyOf(Set.of(leader.pid()));
  }

  private void signal(String signal) {
    ProcessTable table = ProcessTable.read();
    List<String> command = new ArrayList<>(List.of(kill.toString(), signal, "--"));
    groups.stream()
        .filter(group -> table.hasAnyOf(Set.of(group)))
        .forEach(group -> command.add("-" + group));
    if (command.size() > 3) {
      run(command);
    }
  }

  private static void run(List<String> command) {
    try {
      Process sender =
          new ProcessBuilder(command)
              .redirectInput(NOWHERE)
              .redirectOutput(NOWHERE)
              .redirectError(NOWHERE)
              .start();
      sender.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS);
    } catch (IOException failed) {
      LOG.log(Level.WARNING, "could not send a signal by " + command, failed);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
