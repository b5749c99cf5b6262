package dev.waybill.backend.redis;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.output.ArrayOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.ProtocolKeyword;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;

/// Asks whether enough replicas have the writes that were answered before on the same connection.
final class Acknowledging {

  /// Reads, and the deletion of a blob, for which nobody waits.
  private static final Set<String> NOT_AWAITED =
      Set.of(
          "events",
          "find",
          "attempts",
          "request",
          "list",
          "changes",
          "overdue",
          "waiting",
          "stats",
          "latest",
          "history",
          "tail",
          "before_newest",
          "weigh",
          "drop");

  private static final String OLDEST_THAT_SYNCS = "7.2";

  private final RedisReplicas replicas;

  Acknowledging(RedisReplicas replicas) {
    this.replicas = replicas;
  }

  /// Whether replicas must have what is written.
  boolean isNeeded() {
    return replicas.acknowledging() > 0;
  }

  /// Whether one of the calls writes, and replicas must have it.
  boolean isNeeded(List<Call> calls) {
    return isNeeded() && calls.stream().anyMatch(call -> !NOT_AWAITED.contains(call.function()));
  }

  /// Sends the question. The answer is the number of missing replicas. The server looks at the last
  /// write of the connection, and a repeated call may not write.
  ///
  /// @param written a write before the question
  Future<Long> ask(
      RedisClusterAsyncCommands<byte[], byte[]> redis, CompletionStage<Object> written) {
    int needed = replicas.acknowledging();
    return written
        .thenCombine(count(redis, needed), (_, there) -> needed - there)
        .toCompletableFuture();
  }

  private CompletionStage<Long> count(RedisClusterAsyncCommands<byte[], byte[]> redis, int needed) {
    long millis = RedisLink.ANSWER_WITHIN.toMillis() / 2;
    if (!replicas.synced()) {
      return redis.waitForReplication(needed, millis);
    }
    CommandArgs<byte[], byte[]> arguments =
        new CommandArgs<>(ByteArrayCodec.INSTANCE).add(0).add(needed).add(millis);
    return redis
        .dispatch(WaitAof.COMMAND, new ArrayOutput<>(ByteArrayCodec.INSTANCE), arguments)
        .thenApply(counts -> (Long) counts.get(1));
  }

  /// Refuses servers that cannot answer the question.
  static void requireSupported(RedisReplicas replicas, boolean isCluster, ServerState state) {
    if (replicas.acknowledging() == 0) {
      return;
    }
    if (isCluster) {
      throw new WaybillException(
          Code.UNSUPPORTED, "store.wait.replicas cannot be used with a Redis Cluster");
    }
    if (replicas.synced() && !state.isAtLeast(OLDEST_THAT_SYNCS)) {
      throw new WaybillException(
          Code.UNSUPPORTED,
          "store.wait.until: synced needs Redis 7.2 or newer, not " + state.version());
    }
  }

  /// The driver has no name for this command.
  private static final class WaitAof implements ProtocolKeyword {

    private static final WaitAof COMMAND = new WaitAof();

    @Override
    public byte[] getBytes() {
      return Call.bytes(toString());
    }

    @Override
    public String toString() {
      return "WAITAOF";
    }
  }
}
