package dev.waybill.backend.redis;

import dev.waybill.spi.ServerMemory;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/// Asks the servers now and then about their memory, without making anybody wait for the answer.
final class MemoryWatch {

  private static final Logger LOG = System.getLogger(MemoryWatch.class.getName());
  private static final long EVERY_NANOS = TimeUnit.SECONDS.toNanos(3);

  private final RedisLink link;
  private final AtomicBoolean asking = new AtomicBoolean();
  private volatile Answer last;

  private record Answer(ServerMemory memory, long at) {}

  /// Asks once.
  MemoryWatch(RedisLink link) {
    this.link = link;
    this.last = ask();
  }

  /// At most a few seconds old, or as old as the last answer.
  ServerMemory memory() {
    Answer known = last;
    if (System.nanoTime() - known.at > EVERY_NANOS && asking.compareAndSet(false, true)) {
      Thread.ofVirtual().name("waybill-redis-memory").start(this::askAgain);
    }
    return known.memory;
  }

  private void askAgain() {
    try {
      last = ask();
    } catch (RuntimeException away) {
      LOG.log(Level.DEBUG, "Redis does not tell its memory", away);
    } finally {
      asking.set(false);
    }
  }

  private Answer ask() {
    List<ServerState> servers = ServerState.report(link);
    long finished = 0;
    long sampled = 0;
    long bytes = 0;
    for (Object answer : link.callAll(link.shards().stream().map(MemoryWatch::weighing).toList())) {
      List<Object> figures = RedisRows.list(answer);
      finished += (Long) figures.get(0);
      sampled += (Long) figures.get(1);
      bytes += (Long) figures.get(2);
    }
    ServerMemory memory =
        new ServerMemory(
            servers.stream().mapToLong(ServerState::memory).sum(),
            limit(servers),
            servers.stream().mapToInt(ServerState::replicas).sum(),
            finished,
            sampled == 0 ? 0 : bytes / sampled);
    return new Answer(memory, System.nanoTime());
  }

  private static Call weighing(Call.Prefix shard) {
    return Call.list("weigh", shard).build();
  }

  private static long limit(List<ServerState> servers) {
    return servers.stream().anyMatch(server -> server.memoryLimit() == 0)
        ? 0
        : servers.stream().mapToLong(ServerState::memoryLimit).sum();
  }
}
