package dev.waybill.backend.redis;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.backend.support.Retries;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The connection to Redis. All callers share it, and their commands are pipelined. A call whose
/// answer was lost is repeated: every function recognizes that it has been applied.
final class RedisLink implements AutoCloseable {

  static final Duration ANSWER_WITHIN = Duration.ofSeconds(5);

  /// A tenant belongs to one shard. On a cluster the shards are spread over the nodes.
  private static final int SHARDS_OF_CLUSTER = 16;

  private static final Logger LOG = System.getLogger(RedisLink.class.getName());

  private final RedisConfig config;
  private final Library library;
  private final boolean isCluster;
  private final Retries retries = new Retries("Redis");
  private final Connector connector;
  private final Connector.Line line;
  private final Acknowledging acknowledging;

  private RedisLink(RedisConfig config, Library library, boolean isCluster) {
    this.config = config;
    this.library = library;
    this.isCluster = isCluster;
    connector = isCluster ? Connector.ofCluster(config) : Connector.ofServer(config);
    line = connector.connectFirst();
    acknowledging = new Acknowledging(config.replicas());
  }

  /// Connects to the first server that answers and is no replica, and to its cluster if it belongs
  /// to one.
  static RedisLink open(RedisConfig config) {
    return open(config, Library.CURRENT);
  }

  static RedisLink open(RedisConfig config, Library library) {
    if (config.replicas().monitored() != null) {
      return openMonitored(config, library);
    }
    WaybillException failed = null;
    for (String server : config.servers()) {
      try {
        return open(config, library, server);
      } catch (RedisException refused) {
        failed = added(failed, RedisErrors.of("be reached at " + server, refused));
      } catch (WaybillException unusable) {
        failed = added(failed, unusable);
      }
    }
    throw failed == null ? new IllegalStateException("no server is configured") : failed;
  }

  /// Connects to the primary that the sentinels name, now and after each loss of the connection.
  private static RedisLink openMonitored(RedisConfig config, Library library) {
    try {
      return new RedisLink(config, library, false);
    } catch (RedisException refused) {
      throw RedisErrors.of("be reached through its sentinels " + config.servers(), refused);
    }
  }

  private static WaybillException added(@Nullable WaybillException first, WaybillException next) {
    if (first == null) {
      return next;
    }
    first.addSuppressed(next);
    return first;
  }

  private static RedisLink open(RedisConfig config, Library library, String server) {
    RedisLink one = new RedisLink(config.withServers(List.of(server)), library, false);
    try {
      ServerState state = ServerState.report(one).getFirst();
      if (!state.isCluster()) {
        state.requirePrimary();
        return one;
      }
    } catch (RuntimeException failure) {
      one.close();
      throw failure;
    }
    one.close();
    return new RedisLink(config, library, true);
  }

  RedisConfig config() {
    return config;
  }

  Library library() {
    return library;
  }

  Retries retries() {
    return retries;
  }

  boolean isCluster() {
    return isCluster;
  }

  /// The keys with a hash tag.
  Call.Prefix prefix(String tag) {
    return new Call.Prefix(config.prefix() + ":{" + tag + "}:");
  }

  /// All jobs of a tenant are in one shard, and so in one slot of a cluster.
  Call.Prefix shardOf(String tenant) {
    List<Call.Prefix> all = shards();
    return all.get(Math.floorMod(tenant.hashCode(), all.size()));
  }

  List<Call.Prefix> shards() {
    List<Call.Prefix> all = new ArrayList<>();
    for (int i = 0; i < (isCluster ? SHARDS_OF_CLUSTER : 1); i++) {
      all.add(prefix(Integer.toString(i)));
    }
    return all;
  }

  Object call(Call call) {
    return callAll(List.of(call)).getFirst();
  }

  @SuppressWarnings("unchecked")
  List<Object> list(Call call) {
    return (List<Object>) call(call);
  }

  long number(Call call) {
    return (Long) call(call);
  }

  byte[] text(Call call) {
    return (byte[]) call(call);
  }

  /// Sends all calls at once; the answers are in the order of the calls. Returns when as many
  /// replicas as configured have what was written. Until then all calls are repeated: another
  /// primary may not have what the last one answered.
  List<Object> callAll(List<Call> calls) {
    retries.requireOpen();
    long start = System.nanoTime();
    if (!acknowledging.isNeeded(calls)) {
      return answers(calls, start);
    }
    long connections = connector.connections();
    List<Object> answers = answers(calls, start);
    List<Call> again = calls.stream().map(Call::afterLostAnswer).toList();
    while (!isAcknowledged(connections, start)) {
      connections = connector.connections();
      answers = answers(again, start);
    }
    return answers;
  }

  private List<Object> answers(List<Call> calls, long start) {
    List<CompletableFuture<Object>> sent = calls.stream().map(this::send).toList();
    List<Object> answers = new ArrayList<>(calls.size());
    for (int i = 0; i < calls.size(); i++) {
      answers.add(answer(calls.get(i), sent.get(i), start));
    }
    return answers;
  }

  private Object answer(Call call, Future<Object> first, long start) {
    Future<Object> sent = first;
    while (true) {
      try {
        return await(sent);
      } catch (ExecutionException | TimeoutException | CancellationException failure) {
        prepareNextTry("run " + call.function(), failure, start);
        sent = send(call.afterLostAnswer());
      }
    }
  }

  /// Asks the replicas, on the connection that had the answers. There is one shard: a cluster
  /// is not asked.
  ///
  /// @param connections the number of connections made before the calls
  private boolean isAcknowledged(long connections, long start) {
    try {
      CompletableFuture<Object> written = send(Call.number("mark", shards().getFirst()).build());
      if (await(acknowledging.ask(line.commands(), written)) <= 0
          && connector.connections() == connections) {
        return true;
      }
      retries.pauseSince(start);
    } catch (ExecutionException | TimeoutException | CancellationException | RedisException lost) {
      prepareNextTry("wait for replicas", lost, start);
    }
    return false;
  }

  /// How many connections were made, for [#requireReplicated].
  long connections() {
    return connector.connections();
  }

  /// Returns when as many replicas as configured have what commands have written. Fails as
  /// unavailable if they do not confirm it, or if the connection was lost in the meantime: another
  /// primary may not have what the last one answered.
  ///
  /// @param connections the number of connections made before the first command
  void requireReplicated(long connections) {
    long start = System.nanoTime();
    while (acknowledging.isNeeded() && !isAcknowledged(connections, start)) {
      if (connections() != connections) {
        throw new WaybillException(
            Code.UNAVAILABLE,
            "the connection to Redis was lost before its replicas had the write. Retry: writes are"
                + " idempotent");
      }
    }
  }

  private void prepareNextTry(String doing, Exception failure, long start) {
    if (RedisErrors.isMissingFunction(failure)) {
      LOG.log(Level.WARNING, "Redis has lost the functions of Waybill; loading them again");
      loadFunctions();
    } else if (!RedisErrors.isPassing(failure)) {
      throw RedisErrors.of(doing, failure);
    }
    retries.pauseSince(start);
  }

  private CompletableFuture<Object> send(Call call) {
    byte[][] keys = {call.prefix().bytes()};
    byte[][] arguments = call.arguments().toArray(byte[][]::new);
    try {
      return line.commands()
          .<Object>fcall(library.function(call.function()), call.output(), keys, arguments)
          .toCompletableFuture();
    } catch (RedisException rejected) {
      return CompletableFuture.failedFuture(rejected);
    }
  }

  /// Sends a command that may be repeated, and waits for its answer.
  <T> T command(
      String doing, Function<RedisClusterAsyncCommands<byte[], byte[]>, RedisFuture<T>> command) {
    return commandTo(line.commands(), doing, command);
  }

  private <T> T commandTo(
      RedisClusterAsyncCommands<byte[], byte[]> server,
      String doing,
      Function<RedisClusterAsyncCommands<byte[], byte[]>, RedisFuture<T>> command) {
    retries.requireOpen();
    long start = System.nanoTime();
    while (true) {
      try {
        return await(command.apply(server));
      } catch (ExecutionException
          | TimeoutException
          | CancellationException
          | RedisException failure) {
        prepareNextTry(doing, failure, start);
      }
    }
  }

  /// A caller that is interrupted still gets the answer: it may be a lease.
  private static <T> T await(Future<T> sent) throws ExecutionException, TimeoutException {
    long end = System.nanoTime() + ANSWER_WITHIN.toNanos();
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return sent.get(end - System.nanoTime(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException later) {
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /// Loads the functions on every server that accepts writes. Servers of Waybill that do so at the
  /// same time load the same text.
  void loadFunctions() {
    onEachServer("load functions", to -> to.functionLoad(library.text(), true));
  }

  /// Sends a command to every server that accepts writes.
  <T> List<T> onEachServer(
      String doing, Function<RedisClusterAsyncCommands<byte[], byte[]>, RedisFuture<T>> command) {
    return line.writable().get().stream().map(server -> commandTo(server, doing, command)).toList();
  }

  /// Another connection, for reads that block.
  Connector.Line connect() {
    return connector.connect();
  }

  @Override
  public void close() {
    retries.close();
    line.close();
    connector.close();
  }
}
