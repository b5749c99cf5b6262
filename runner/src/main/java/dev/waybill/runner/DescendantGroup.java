package dev.waybill.runner;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// A process on a system without process groups: its descendants are those found by the last scan.
final class DescendantGroup implements ProcessGroup {

  private final Process leader;
  private final Set<ProcessHandle> descendants = ConcurrentHashMap.newKeySet();

  DescendantGroup(Process leader) {
    this.leader = leader;
  }

  @Override
  public void look() {
    leader.descendants().forEach(descendants::add);
  }

  @Override
  public void terminate() {
    look();
    leader.destroy();
    descendants.forEach(ProcessHandle::destroy);
  }

  @Override
  public void kill() {
    look();
    leader.destroyForcibly();
    descendants.forEach(ProcessHandle::destroyForcibly);
  }

  @Override
  public boolean isGone() {
    return !leader.isAlive() && descendants.stream().noneMatch(ProcessHandle::isAlive);
  }
}
